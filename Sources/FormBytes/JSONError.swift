/// Why and where JSON text is refused.
@usableFromInline
package struct JSONError: Error, Equatable {
  /// Why.
  package enum Code: Sendable {
    /// It is no JSON (RFC 8259).
    case syntax
    /// An object has a key twice.
    case duplicateKey
    /// Arrays and objects stand deeper in one another than `JSONScanner.maximumDepth`.
    case tooDeep
    /// It is longer than its reader takes.
    case tooLong
    /// It is another value than an object.
    case notAnObject
    /// It has more keys than its reader takes.
    case tooManyKeys
    /// It is not UTF-8.
    case encoding
  }

  package var code: Code
  /// An offset in the scanner's input; its end when the text stops too early.
  package var position: Int

  package init(code: Code, position: Int) {
    self.code = code
    self.position = position
  }
}
