extension MessageCatalogue {
  /// Creates a catalogue, with the checks that apply to files.
  ///
  /// - Throws: `DefinitionErrors` if the language is not a language tag, a code is unknown, or a
  ///   message uses a name that its code does not have.
  public init(
    language: String, codes: [String: String] = [:], fields: [String: [String: String]] = [:],
    rules: [String: String] = [:]
  ) throws(DefinitionErrors) {
    self.init(unchecked: language)
    self.codes = codes
    self.fields = fields
    self.rules = rules
    let problems = problems
    if !problems.isEmpty { throw DefinitionErrors(problems) }
  }

  private var problems: [DefinitionError] {
    guard Localization.isTag(language) else {
      return [
        DefinitionError("messages require a language code such as de or pt-BR", at: .none)
      ]
    }
    var problems = codes.map { problem(of: $0.key, $0.value) }
    for (code, text) in fields.values.flatMap({ $0 }) where code != Self.labelKey {
      problems.append(problem(of: code, text))
    }
    problems += rules.map {
      MessageTemplate.problem(
        of: $0.value, "the message of '\($0.key)'", language: language, names: nil)
    }
    return problems.compactMap { $0 }.sorted().map { DefinitionError($0, at: .none) }
  }

  private func problem(of code: String, _ text: String) -> String? {
    guard let names = MessageCodes.names(of: code) else {
      return .unknown("code", code, known: MessageCodes.all)
    }
    return MessageTemplate.problem(
      of: text, "the message of '\(code)'", language: language, names: names)
  }
}
