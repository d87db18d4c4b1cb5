extension RuleParameters {
  /// A parameter that is a whole number or a list of them, in order and each once; nil when it is
  /// absent.
  ///
  /// - Throws: also when the list is empty.
  func integers(_ name: String) throws(DefinitionError) -> [Int]? {
    guard let texts = try texts(name) else { return nil }
    if texts.isEmpty { throw error("\(name) must not be empty", at: name) }
    var numbers: Set<Int> = []
    for text in texts {
      guard let number = Int(text), number >= 0 else {
        throw error("\(name) must be a whole number, or a list of them", at: name)
      }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  /// A parameter that is one word or a list of words out of a fixed set, or what is usual; nil when
  /// it is absent and nothing is usual.
  ///
  /// - Throws: also when the list is empty.
  func choices<Choice>(_ name: String) throws(DefinitionError) -> [Choice]?
  where Choice: RawRepresentable<String> {
    guard let texts = try texts(name) else { return nil }
    if texts.isEmpty { throw error("\(name) must not be empty", at: name) }
    var choices: [Choice] = []
    for text in texts {
      guard let choice = Choice(rawValue: text) else { throw unknownWord(text, of: name) }
      choices.append(choice)
    }
    return choices
  }
}
