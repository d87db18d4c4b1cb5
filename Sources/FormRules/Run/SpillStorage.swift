/// Where sets that outgrow memory put what they hold. FormRules does no input or output: the program
/// that judges supplies it, or the sets grow on in memory.
///
/// One thread uses it at a time.
package protocol SpillStorage: AnyObject, Sendable {
  /// Writes words behind all that were written before.
  ///
  /// - Returns: the place of the first one, counted in words.
  func append(_ words: Span<UInt64>) throws(SpillError) -> Int

  /// Replaces `words` by those of a range that was written before.
  func read(_ range: Range<Int>, into words: inout [UInt64]) throws(SpillError)
}

/// Why a spill failed; the message says what to do.
package struct SpillError: Error, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}
