import FormBytes

/// What names in definitions may be, in files and in Swift alike. Each function answers what is wrong
/// with one, or nil.
package enum DefinitionNames {
  /// The name of a form, rule set or list.
  ///
  /// - Parameter what: what it is the name of, for the answer.
  package static func fault(ofName name: String, _ what: String) -> String? {
    let bytes = name.utf8
    if let first = bytes.first, first.isASCIILetter, bytes.count <= 63,
      bytes.allSatisfy({
        $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0.isASCIILetter && $0.lowercasedASCII == $0
      })
    {
      return nil
    }
    return "\(what) must be 1 to 63 of a-z, 0-9 and _, beginning with a letter"
  }

  /// A form's name, which is one otherwise.
  package static func fault(ofForm name: String) -> String? {
    guard name.hasSuffix("_current") else { return nil }
    return "form '\(name)': a form's name must not end in _current, as the views of current "
      + "submissions do; rename it"
  }

  /// Words that are shown and written in one line, such as an id.
  package static func fault(ofWords words: String, _ what: String) -> String? {
    if words.utf8.count > 256 { return "\(what) has more than 256 bytes; shorten it" }
    if words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "\(what) has a control character; take it out"
    }
    return nil
  }

  /// A field's name.
  package static func fault(ofField name: String) -> String? {
    if Field.headerKey(name).isEmpty { return "a field's name must not be empty" }
    return fault(ofWords: name, "a field's name")
  }

  /// The name of a run parameter.
  package static func fault(ofParameter name: String, _ what: String) -> String? {
    if let first = name.utf8.first, !first.isASCIIDigit, name.utf8.count <= 63,
      name.utf8.allSatisfy({
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
      })
    {
      return nil
    }
    return "\(what): a parameter's name must be letters, digits and _, not beginning with a digit, "
      + "at most 63"
  }
}
