/// The codes of errors, and the names that their messages may use.
package enum MessageCodes {
  /// The names of each code's arguments, without `label` and `value`.
  private static let arguments: [String: [String]] = {
    var arguments: [String: [String]] = [:]
    for rule in RuleRegistry.all {
      let names = MessageCodes.names(ofRule: rule.name) ?? []
      for code in rule.documentation.codes { arguments[code.code] = names }
    }
    for code in ofForms {
      arguments[code.code, default: []] += MessageTemplate(lenient: code.message).names
    }
    for code in MessageCatalogue.english.keys {
      arguments[code] = isOfReader(code) ? ["line", "column", "byte", "expected", "found"] : []
    }
    arguments[Localization.countKey] = ["count", "what"]
    arguments[Localization.externalRunsKey] = ["imports", "accepted"]
    arguments[Localization.quoteKey] = ["text"]
    return arguments
  }()

  /// All codes and the keys of the terms in messages, in alphabetical order.
  package static let all = arguments.keys.sorted()

  /// Returns the names that a message of a code may use; nil for an unknown code.
  package static func names(of code: String) -> [String]? {
    if code.hasPrefix(FieldWords.key) { return MessageArgument.general }
    return (arguments[code] ?? ofPresets[code]).map { $0 + MessageArgument.general }
  }

  /// The names by code, for the custom codes in the built-in presets.
  private static let ofPresets: [String: [String]] = {
    var names: [String: [String]] = [:]
    for preset in PresetRegistry.all {
      for (code, rule) in preset.codes {
        names[code, default: []] += MessageCodes.names(ofRule: rule) ?? []
      }
    }
    return names
  }()

  /// Returns the names that a message of a rule may use, for any code; nil if they depend on the
  /// parameters.
  package static func names(ofRule name: String) -> [String]? {
    guard let rule = RuleRegistry.rule(named: name) else { return MessageArgument.general }
    return rule.messageNames
  }

  /// The codes of the failures that forms define: of types, and of fields with expressions.
  package static var ofForms: [RuleDocumentation.Code] {
    FieldType.samples.flatMap(\.codes) + RuleRegistry.implied.flatMap { $0.documentation.codes }
  }

  private static func isOfReader(_ code: String) -> Bool {
    code.hasPrefix("csv.") || code.hasPrefix("json.")
  }
}

extension FieldType {
  /// One type of each kind, configured so that it has all codes of its kind.
  package static let samples: [FieldType] = [
    .text, .integer, .decimal(DecimalFormat(scale: 2)), .number, .boolean(), .date(), .time(),
    .datetime(), .list(), .file,
  ]
}

extension MessageCatalogue {
  /// The English messages of the codes of readers; `…` replaces what depends on the record.
  package static var readerFaultTexts: [(code: String, text: String)] {
    english.keys.filter { $0.hasPrefix("csv.") || $0.hasPrefix("json.") }.sorted().map {
      ($0, Localization.english.readerFaultText(of: $0, [], orElse: "…"))
    }
  }
}
