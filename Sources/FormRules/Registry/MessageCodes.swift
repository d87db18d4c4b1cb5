/// The codes that errors have, and what their messages may name.
package enum MessageCodes {
  /// The names of each code's arguments, without `label` and `value`.
  private static let arguments: [String: [String]] = {
    var arguments: [String: [String]] = [:]
    for rule in RuleRegistry.all {
      let names = MessageCodes.names(ofRule: rule.name) ?? []
      for code in rule.documentation.codes { arguments[code.code] = names }
    }
    for code in FieldType.samples.flatMap(\.codes) {
      arguments[code.code, default: []] += MessageTemplate(lenient: code.message).names
    }
    for code in MessageCatalogue.english.keys {
      arguments[code] = isOfReader(code) ? ["line", "column", "byte", "expected", "found"] : []
    }
    arguments[Localization.countKey] = ["count", "what"]
    arguments[Localization.judgedKey] = ["imports", "accepted"]
    arguments[Localization.quoteKey] = ["text"]
    return arguments
  }()

  /// All codes, in alphabetical order; with them the keys of formrec's own words in messages.
  package static let all = arguments.keys.sorted()

  /// What a message of that code may name; nil for an unknown code.
  package static func names(of code: String) -> [String]? {
    (arguments[code] ?? ofPresets[code]).map { $0 + MessageArgument.general }
  }

  /// The same for the codes that the program's presets give to those of rules.
  private static let ofPresets: [String: [String]] = {
    var names: [String: [String]] = [:]
    for preset in PresetRegistry.all {
      for (code, rule) in preset.codes {
        names[code, default: []] += MessageCodes.names(ofRule: rule) ?? []
      }
    }
    return names
  }()

  /// What a message of that rule may name, whatever its code; nil when only its parameters say.
  package static func names(ofRule name: String) -> [String]? {
    guard let rule = RuleRegistry.rule(named: name) else { return MessageArgument.general }
    return rule.messageNames
  }

  private static func isOfReader(_ code: String) -> Bool {
    code.hasPrefix("csv.") || code.hasPrefix("json.")
  }
}

extension FieldType {
  /// One of each, with all the codes it can have.
  package static let samples: [FieldType] = [
    .text, .integer, .decimal(DecimalFormat(scale: 2)), .number, .boolean(), .date(), .time(),
    .datetime(), .list(), .file,
  ]
}

extension MessageCatalogue {
  /// What the codes of readers mean, in English; what depends on the record stands as `…`.
  package static var readerWords: [(code: String, words: String)] {
    english.keys.filter { $0.hasPrefix("csv.") || $0.hasPrefix("json.") }.sorted().map {
      ($0, Localization.english.words(ofReader: $0, [], orElse: "…"))
    }
  }
}
