import FormBytes

/// Words that commonly represent a missing value.
package enum MissingWords {
  package static let all = [
    "NA", "N/A", "n/a", "na", "#N/A", "NULL", "null", "Null", "None", "none", "NONE", "NaN", "nan",
    "\\N", "-", "--", "---", "?", ".", "..", "...", "*", "missing", "Missing", "(null)", "<NA>",
    "#NULL!", "nil", "Not Available", "not available", "Not Applicable", "not applicable",
  ]

  /// The words without another meaning. They represent missing values in text columns as well.
  static let unambiguous: Set<String> = [
    "N/A", "n/a", "#N/A", "NULL", "null", "NaN", "nan", "\\N", "(null)", "<NA>", "#NULL!",
    "Not Available", "not available",
  ]

  private static let bytes = all.map { Array($0.utf8) }
  private static let longest = bytes.map(\.count).max() ?? 0

  /// The position of a text in `all`, or nil if it is not a word for a missing value.
  static func index(of text: Span<UInt8>) -> Int? {
    guard text.count <= longest else { return nil }
    return bytes.firstIndex { word in
      guard word.count == text.count else { return false }
      for index in word.indices where word[index] != text[index] { return false }
      return true
    }
  }
}
