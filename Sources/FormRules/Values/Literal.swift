/// A constant, read by a type: the value, and the bytes that text is compared by.
package struct Literal: Sendable, Equatable {
  /// The value.
  package let value: Value
  /// Its text in UTF-8.
  package let bytes: [UInt8]

  package init(_ value: Value, bytes: [UInt8]) {
    self.value = value
    self.bytes = bytes
  }

  /// A text.
  package init(text: String) { self.init(.text, bytes: Array(text.utf8)) }
}
