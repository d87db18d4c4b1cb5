package import Foundation

/// Compares texts with files byte by byte. `RECORD=1 swift test --traits Server` rewrites the files
/// and fails, so that a rewritten file is not mistaken for a passed test; `git diff` is the review.
package enum Golden {
  /// Whether `RECORD` is 1.
  package static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// Describes the first difference between a text and its file, or returns nil if they are equal.
  package static func difference(of actual: String, from file: URL) throws -> String? {
    let expected = try? Data(contentsOf: file)
    if expected == Data(actual.utf8) { return nil }
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      return "\(file.lastPathComponent) was recorded; look at git diff"
    }
    guard let expected else {
      return "\(file.path) is missing; RECORD=1 swift test --traits Server makes it"
    }
    let old = String(decoding: expected, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return """
      \(file.path):\(line + 1): expected
      \(line < old.count ? old[line] : "the end")
      but there is
      \(line < new.count ? new[line] : "the end")
      (RECORD=1 swift test --traits Server rewrites the file)
      """
  }
}
