/// Reading a parameter as what it is declared.
extension RuleParameters {
  /// What a parameter says or, when it is absent, what is usual.
  private func node(_ name: String) -> DefinitionNode? { self[name] ?? declaration(name).usual }

  /// A parameter's text, or what is usual; nil when it is absent and nothing is.
  package func text(_ name: String) throws(DefinitionError) -> String? {
    guard let node = node(name) else { return nil }
    guard let text = node.scalar else {
      throw error("\(name) is \(node.kindName), it must be a single value", at: name)
    }
    return text
  }

  /// A parameter's text; one is usual.
  func word(_ name: String) throws(DefinitionError) -> String {
    usual(try text(name), of: name)
  }

  /// A parameter's whole number, or what is usual; nil when it is absent and nothing is.
  ///
  /// - Parameter range: bounds that are narrower than those declared, where they depend on others.
  package func integer(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(DefinitionError) -> Int? {
    guard case .integer(let declared) = declaration(name).type else {
      preconditionFailure("'\(rule)' declares '\(name)' as no whole number")
    }
    let range = range ?? declared
    guard let text = try text(name) else { return nil }
    guard let value = Int(text) else {
      throw error("\(name) must be a whole number", at: name)
    }
    guard range.contains(value) else {
      throw error(
        range.upperBound == Int.max
          ? "\(name) must be at least \(range.lowerBound)"
          : "\(name) must be \(range.lowerBound) to \(range.upperBound)", at: name)
    }
    return value
  }

  /// A parameter's whole number; one is usual.
  func number(
    _ name: String, in range: ClosedRange<Int>? = nil
  ) throws(DefinitionError) -> Int {
    usual(try integer(name, in: range), of: name)
  }

  /// A parameter's true or false.
  ///
  /// - Parameter unsaid: what is usual, where that depends on others and is not declared.
  package func flag(_ name: String, else unsaid: Bool? = nil) throws(DefinitionError) -> Bool {
    switch try text(name) {
    case nil: return usual(unsaid, of: name)
    case "true": return true
    case "false": return false
    default: throw error("\(name) must be true or false", at: name)
    }
  }

  /// A parameter's word out of a fixed set.
  ///
  /// - Parameter unsaid: what is usual, where that depends on others and is not declared.
  package func choice<Choice>(
    _ name: String, of type: Choice.Type = Choice.self, else unsaid: Choice? = nil
  ) throws(DefinitionError) -> Choice
  where Choice: RawRepresentable<String> {
    guard let text = try text(name) else { return usual(unsaid, of: name) }
    guard let choice = Choice(rawValue: text) else { throw unknownWord(text, of: name) }
    return choice
  }

  /// A word that a parameter out of a fixed set does not have.
  func unknownWord(_ text: String, of name: String) -> DefinitionError {
    .unknown(
      "\(name) of '\(rule)':", text, known: declaration(name).type.words,
      at: self[name]?.location ?? location)
  }

  private func usual<Value>(_ value: Value?, of name: String) -> Value {
    guard let value else {
      preconditionFailure("'\(rule)' declares nothing usual for '\(name)'")
    }
    return value
  }

  /// A parameter's list of texts; one is usual.
  func words(_ name: String) throws(DefinitionError) -> [String] {
    usual(try texts(name), of: name)
  }

  /// A parameter's list of texts, or what is usual; a single value is a list of one. Nil when it is
  /// absent and nothing is usual.
  package func texts(_ name: String) throws(DefinitionError) -> [String]? {
    guard let node = node(name) else { return nil }
    switch node.content {
    case .scalar(let text, _): return [text]
    case .mapping: throw error("\(name) must be a list", at: name)
    case .sequence(let nodes):
      var texts: [String] = []
      for node in nodes {
        guard let text = node.scalar else {
          throw DefinitionError(
            "'\(rule)': \(node.kindName) in a list of values; quote it if it is meant as text",
            at: node.location)
        }
        texts.append(text)
      }
      return texts
    }
  }
}
