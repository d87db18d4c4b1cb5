extension Unicode.Scalar {
  /// Whether the character is `0` to `9`.
  package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
