import FormBytes

/// The syntax of names in definitions, both in files and in Swift. Each function returns what is
/// wrong with a name, or nil if it is valid.
package enum DefinitionNames {
  /// Checks the name of a form, rule set or list: 1 to 63 of `a-z`, `0-9` and `_`, beginning with a
  /// letter.
  ///
  /// - Parameter what: What the name is for, in the error message.
  package static func problem(ofName name: String, _ what: String) -> String? {
    let bytes = name.utf8
    if let first = bytes.first, first.isASCIILetter, bytes.count <= 63,
      bytes.allSatisfy({
        $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0.isASCIILetter && $0.lowercasedASCII == $0
      })
    {
      return nil
    }
    return "\(what) must consist of 1 to 63 characters a-z, 0-9 and _ and begin with a letter"
  }

  /// Checks the requirement on a form's name that other names do not have.
  package static func problem(ofForm name: String) -> String? {
    guard name.hasSuffix("_current") else { return nil }
    return "form '\(name)': a form's name must not end in _current, which is reserved for views; "
      + "rename it"
  }

  /// Checks a text that must fit in one line, such as an id: at most 256 bytes, no control
  /// characters.
  package static func problem(ofWords words: String, _ what: String) -> String? {
    if words.utf8.count > 256 { return "\(what) has more than 256 bytes; shorten it" }
    if words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "\(what) contains a control character; remove it"
    }
    return nil
  }

  /// Checks the name of a field.
  package static func problem(ofField name: String) -> String? {
    if Field.headerKey(name).isEmpty { return "a field's name must not be empty" }
    return problem(ofWords: name, "a field's name")
  }

  /// Checks the name of a run parameter: at most 63 ASCII letters, digits and `_`, not beginning
  /// with a digit.
  package static func problem(ofParameter name: String, _ what: String) -> String? {
    if let first = name.utf8.first, !first.isASCIIDigit, name.utf8.count <= 63,
      name.utf8.allSatisfy({
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
      })
    {
      return nil
    }
    return "\(what): a parameter's name must consist of at most 63 letters, digits and _ "
      + "and not begin with a digit"
  }
}
