import FormDefinitions
import FormRules

/// Formats the documentation of the rules as text, Markdown and JSON.
enum RuleCatalogue {
  /// A line for each rule with its name and summary.
  static func list(_ rules: [any Rule.Type]) -> [String] {
    let width = rules.map { $0.name.count }.max() ?? 0
    return rules.map { "\($0.name.padded(to: width))  \($0.documentation.summary)" }
  }

  /// The full description of a rule.
  static func lines(_ rule: any Rule.Type, in localization: Localization) -> [String] {
    let documentation = rule.documentation
    var lines = ["\(rule.name): \(documentation.summary)"]
    for text in [documentation.discussion, options(of: rule)] where !text.isEmpty {
      lines += [""] + text.wrapped(at: 80)
    }
    lines += ["", "Applies to \(rule.scope.text(documentation))."]
    lines += section(
      "Parameters", documentation.parameters.map { ($0.name, parameter($0, of: rule)) })
    lines += section("Codes", documentation.codes.map { ($0.code, localization.outline(of: $0)) })
    if documentation.codes.isEmpty { lines += ["", innerCodes] }
    lines += ["", "Examples"]
    for example in documentation.examples {
      lines.append("  \(snippet(example, of: rule))")
      lines += texts(example).map { "    \($0)" }
    }
    if rule.name == "use" {
      lines += ["", "Presets"] + PresetCatalogue.list(PresetRegistry.all).map { "  \($0)" }
    }
    return lines
  }

  /// The options on which a rule depends, or an empty text.
  private static func options(of rule: any Rule.Type) -> String {
    if rule.readsFiles {
      return """
        On the command line, `--files` specifies the folder of files, and `--no-files` excludes these \
        rules.
        """
    }
    guard rule.name == "remote" else { return "" }
    return """
      On the command line, `--allow-host` allows a host. With `--when-unavailable warn`, a value \
      without an answer counts as skipped.
      """
  }

  /// Some rules in Markdown.
  static func markdown(_ rules: [any Rule.Type], in localization: Localization) -> String {
    rules.map { markdown($0, level: "#", in: localization) }.joined()
  }

  /// All rules as a Markdown page with an index.
  static func page(_ rules: [any Rule.Type], in localization: Localization) -> String {
    let pages = rules.map { markdown($0, level: "##", in: localization) }
    let index = rules.map {
      "- [`\($0.name)`](#\($0.name.lowercased())) \($0.documentation.summary)"
    }
    return """
      # Rules

      The rules of rule sets. `formrec rules NAME` shows the same in the terminal.

      \(index.joined(separator: "\n"))

      \(pages.joined(separator: "\n\n"))

      \(PresetCatalogue.section(PresetRegistry.all))
      """
  }

  private static func markdown(
    _ rule: any Rule.Type, level: String, in localization: Localization
  ) -> String {
    let documentation = rule.documentation
    var parts = ["\(level) \(rule.name)", documentation.summary]
    parts += [documentation.discussion, options(of: rule)].filter { !$0.isEmpty }
    parts.append("Applies to \(rule.scope.text(documentation)).")
    if !documentation.parameters.isEmpty {
      parts.append(
        table(
          ["parameter", "meaning"],
          documentation.parameters.map { ["`\($0.name)`", parameter($0, of: rule)] }))
    }
    parts.append(
      documentation.codes.isEmpty
        ? innerCodes
        : table(
          ["code", "message"],
          documentation.codes.map { ["`\($0.code)`", localization.outline(of: $0)] }))
    let examples = documentation.examples.flatMap { example in
      [snippet(example, of: rule)] + texts(example).map { "  # \($0)" }
    }
    parts.append("```yaml\n\(examples.joined(separator: "\n"))\n```")
    return parts.joined(separator: "\n\n")
  }

  /// A rule's documentation as JSON with stable keys.
  static func json(_ rule: any Rule.Type, in localization: Localization) -> JSON {
    let documentation = rule.documentation
    return .object([
      "name": .string(rule.name), "summary": .string(documentation.summary),
      "discussion": .string(documentation.discussion),
      "mainParameter": .optional(documentation.mainParameter),
      "parameters": .array(
        documentation.parameters.map {
          .object([
            "name": .string($0.name), "type": .string($0.type.name),
            "choices": .array($0.type.words.map(JSON.string)),
            "default": .optional($0.defaultValue?.values.joined(separator: ", ")),
            "text": .string($0.text),
          ])
        }),
      "types": .array(documentation.types.map(JSON.string)),
      "codes": .array(
        documentation.codes.map {
          .object(["code": .string($0.code), "message": .string(localization.message(of: $0))])
        }),
      "examples": .array(
        documentation.examples.map { example in
          .object([
            "yaml": .string("- \(entry(example, of: rule))"), "type": .string(example.type.name),
            "accepts": .array(example.accepted.map(JSON.string)),
            "rejects": .array(example.rejected.map(JSON.string)),
            "code": .string(example.code ?? documentation.codes.first?.code ?? rule.name),
          ])
        }),
    ])
  }

  private static let innerCodes = "Fails with the codes and messages of the rules inside."

  private static func section(_ title: String, _ rows: [(String, String)]) -> [String] {
    if rows.isEmpty { return [] }
    let width = rows.map(\.0.count).max() ?? 0
    return ["", title]
      + rows.flatMap { name, text in
        let lines = text.wrapped(at: 76 - width)
        return lines.enumerated().map { index, line in
          "  \((index == 0 ? name : "").padded(to: width))  \(line)"
        }
      }
  }

  private static func parameter(
    _ parameter: ParameterDocumentation, of rule: any Rule.Type
  ) -> String {
    rule.documentation.mainParameter == parameter.name
      ? "\(parameter.description) Default parameter: a bare value sets it." : parameter.description
  }

  /// The entry as written in a rule set.
  private static func entry(_ example: RuleExample, of rule: any Rule.Type) -> String {
    example.parameters.map { "\(rule.name): \($0.yamlInLine)" } ?? rule.name
  }

  /// The entry as a list item, with the field's type unless it is text.
  private static func snippet(_ example: RuleExample, of rule: any Rule.Type) -> String {
    "- \(entry(example, of: rule))"
      + (example.type == .text ? "" : "  # for type \(example.type.name)")
  }

  private static func texts(_ example: RuleExample) -> [String] {
    [("accepts", example.accepted), ("rejects", example.rejected)].filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.map(\.yamlQuoted).joined(separator: ", "))" }
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows).map { row in
      "| \(row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }.joined(separator: "\n")
  }
}

extension RuleScope {
  /// A description of the positions at which the rule may be used.
  fileprivate func text(_ documentation: RuleDocumentation) -> String {
    let fields =
      documentation.types.isEmpty
      ? "fields" : "fields of type \(documentation.types.joined(separator: ", "))"
    return switch self {
    case .field: fields
    case .presence: "\(fields), and is also evaluated for missing and empty values"
    case .record: "records"
    case .fieldOrRecord: "\(fields), and to records"
    }
  }
}
