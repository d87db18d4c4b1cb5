import FormRules

extension Console {
  /// Prints an error as text or as a JSON object.
  ///
  /// - Parameter members: Further members of the object.
  func printError(
    _ category: ErrorCategory, _ message: String, members: [JSON.Member] = [], asJSON: Bool
  ) {
    guard asJSON else { return printError("error: \(message)") }
    let error: [JSON.Member] = [
      .init("kind", .string(category.rawValue)), .init("message", .string(message)),
    ]
    printError(JSON.object(["error": .object(error + members)]).text, highlighting: nil)
  }
}
