extension [String] {
  /// The texts as a list in a sentence, such as `a, b or c`.
  var listed: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
