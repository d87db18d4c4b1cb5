extension String {
  /// The bytes, which distinguish canonically equivalent texts, such as é as one or two code
  /// points. `==` and keys of dictionaries do not.
  package var utf8Bytes: [UInt8] { Array(utf8) }
}
