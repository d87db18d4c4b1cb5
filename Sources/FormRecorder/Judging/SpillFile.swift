import FormInput
import FormRules

/// An unnamed file for keys and counts of rules that do not fit in memory. The first write creates
/// the file.
///
/// Safe to send to the judging thread because no other thread uses it.
final class SpillFile: SpillStorage, @unchecked Sendable {
  private var file: UnnamedFile?
  private static let width = MemoryLayout<UInt64>.size

  func append(_ words: Span<UInt64>) throws(SpillError) -> Int {
    do throws(ReaderError) {
      let file = if let file { file } else { try UnnamedFile() }
      self.file = file
      let position = file.size / Self.width
      // Safe because integers have no padding.
      try unsafe file.append(words.bytes)
      return position
    } catch {
      throw SpillError(error.message)
    }
  }

  func read(_ range: Range<Int>, into words: inout [UInt64]) throws(SpillError) {
    if words.count != range.count { words = Array(repeating: 0, count: range.count) }
    do throws(ReaderError) {
      var span = words.mutableSpan
      // Safe because every bit pattern is a valid integer.
      var bytes = unsafe span.mutableBytes
      try file?.read(&bytes, at: range.lowerBound * Self.width)
    } catch {
      throw SpillError(error.message)
    }
  }
}
