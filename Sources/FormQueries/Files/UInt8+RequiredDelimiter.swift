import FormInput

extension UInt8 {
  /// Creates the byte of a delimiter.
  ///
  /// - Throws: `RecorderError` if the text is not one ASCII character or `tab`.
  package init(requiredDelimiter text: String) throws(RecorderError) {
    guard let byte = UInt8(delimiter: text) else {
      throw RecorderError(.usage, UInt8.delimiterRequirement)
    }
    self = byte
  }
}
