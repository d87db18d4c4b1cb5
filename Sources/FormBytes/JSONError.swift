/// The reason and position of an error in JSON text.
@usableFromInline
package struct JSONError: Error, Equatable {
  /// The reason.
  package enum Code: Sendable {
    /// The text is not JSON (RFC 8259).
    case syntax
    /// An object contains a key twice.
    case duplicateKey
    /// Arrays and objects are nested more deeply than `JSONScanner.maximumDepth`.
    case tooDeep
    /// The text is longer than its reader accepts.
    case tooLong
    /// The value is not an object.
    case notAnObject
    /// The object has more keys than its reader accepts.
    case tooManyKeys
    /// The text is not UTF-8.
    case encoding
  }

  package var code: Code
  /// The offset in the scanner's input, or its end if the text is incomplete.
  package var position: Int

  package init(code: Code, position: Int) {
    self.code = code
    self.position = position
  }
}
