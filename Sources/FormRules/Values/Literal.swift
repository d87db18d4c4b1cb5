/// A constant read by a type: its value, and its bytes for comparisons of text.
package struct Literal: Sendable, Equatable {
  /// The value.
  package let value: Value
  /// The text in UTF-8.
  package let bytes: [UInt8]

  package init(_ value: Value, bytes: [UInt8]) {
    self.value = value
    self.bytes = bytes
  }

  /// Creates a text constant.
  package init(text: String) { self.init(.text, bytes: Array(text.utf8)) }
}
