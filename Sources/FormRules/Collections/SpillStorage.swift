/// External storage for sets that outgrow memory. FormRules does no input or output: the program
/// supplies the storage, or else the sets keep growing in memory.
///
/// Must be used by only one thread at a time.
package protocol SpillStorage: AnyObject, Sendable {
  /// Appends words.
  ///
  /// - Returns: The position of the first word, counted in words.
  func append(_ words: Span<UInt64>) throws(SpillError) -> Int

  /// Replaces `words` with the words of a range that was written earlier.
  func read(_ range: Range<Int>, into words: inout [UInt64]) throws(SpillError)
}

/// The reason that a spill failed. The message includes the remedy.
package struct SpillError: Error, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}
