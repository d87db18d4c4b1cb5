import GRDB

/// Reads single keys, and caches the page that it read last.
final class KeyPageReader {
  private let pages: KeyPages
  private var number: Int64?
  private var page: [SubmissionKey] = []

  init(_ pages: KeyPages) { self.pages = pages }

  /// Returns the key of a submission if it is on the cached page, otherwise nil.
  func knownKey(of submission: Int64) -> SubmissionKey?? {
    let (wanted, slot) = pages.location(of: submission)
    guard wanted == number else { return nil }
    return .some(page[slot].hash == 0 ? nil : page[slot])
  }

  /// Returns the key of a submission.
  func key(_ db: Database, of submission: Int64) throws -> SubmissionKey? {
    let (wanted, slot) = pages.location(of: submission)
    if wanted != number {
      try pages.read(db, wanted, into: &page)
      number = wanted
    }
    return page[slot].hash == 0 ? nil : page[slot]
  }
}
