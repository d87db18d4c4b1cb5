import FormDefinitions
import FormRules

/// Formats the presets of the rule `use` as text, Markdown and JSON.
enum PresetCatalogue {
  /// A line for each preset with its name and note.
  static func list(_ presets: [Preset]) -> [String] {
    let width = presets.map(\.name.count).max() ?? 0
    return presets.map { "\($0.name.padded(to: width))  \($0.note ?? "")" }
  }

  /// The full description of a preset, with its document.
  static func lines(_ preset: Preset) -> [String] {
    var lines = "\(preset.name): \(preset.note ?? "")".wrapped(at: 80)
    lines += ["", "Applies to \(fields(preset)), with the rule 'use'.", ""]
    lines += "\(blanks(preset)) \(parameters(preset))".wrapped(at: 80)
    lines += ["", "Example", "  - use: \(preset.name)"]
    lines += preset.parameters.filter(\.value.isNull).map { "    \($0.key): …" }
    return lines + ["", "Document"]
      + preset.document.yaml.split(separator: "\n").map { "  \($0)" }
  }

  /// A preset as a Markdown page.
  static func markdown(_ preset: Preset) -> String {
    """
    # \(preset.name)

    \(preset.note ?? "")

    Applies to \(fields(preset)), with the rule `use`. \(blanks(preset)) \(parameters(preset))

    ```yaml
    \(preset.document.yaml)```
    """
  }

  /// All presets as a section of the page of rules.
  static func section(_ presets: [Preset]) -> String {
    let rows = presets.map { preset in
      let names = preset.parameters.map { parameter in
        parameter.value.isNull
          ? "`\(parameter.key)`" : "`\(parameter.key)`: \(parameter.value.yamlInLine)"
      }
      return "| `\(preset.name)` | \(preset.note ?? "") | \(names.joined(separator: ", ")) |"
    }
    return """
      ## Presets

      For the rule [`use`](#use). The value after a parameter is its default. \
      `formrec rules NAME` shows the document of a preset.

      | preset | what it is | parameters |
      | --- | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  /// A preset as JSON with stable keys.
  static func json(_ preset: Preset) -> JSON {
    .object([
      "name": .string(preset.name), "note": .optional(preset.note),
      "types": .array(preset.types.map(JSON.string)),
      "missing": .string(preset.missing.rawValue), "empty": .string(preset.empty.rawValue),
      "parameters": .array(
        preset.parameters.map {
          .object([
            "name": .string($0.key),
            "default": .optional($0.value.isNull ? nil : $0.value.yamlInLine),
          ])
        }),
      "yaml": .string(preset.document.yaml),
    ])
  }

  private static func fields(_ preset: Preset) -> String {
    preset.types.isEmpty
      ? "all fields to which its rules apply"
      : "fields of type \(preset.types.joined(separator: ", "))"
  }

  private static func blanks(_ preset: Preset) -> String {
    func text(_ blank: Preset.BlankTreatment) -> String {
      switch blank {
      case .skip: "are treated as each rule specifies"
      case .validate: "are evaluated as empty text"
      case .fail: "fail"
      }
    }
    return preset.missing == preset.empty
      ? "Missing and empty values \(text(preset.missing))."
      : "Missing values \(text(preset.missing)), empty ones \(text(preset.empty))."
  }

  private static func parameters(_ preset: Preset) -> String {
    if preset.parameters.isEmpty { return "It has no parameters." }
    let texts = preset.parameters.map { parameter in
      parameter.value.isNull
        ? "\(parameter.key), which is required"
        : "\(parameter.key), default \(parameter.value.yamlInLine)"
    }
    return "Parameters: \(texts.joined(separator: "; "))."
  }
}
