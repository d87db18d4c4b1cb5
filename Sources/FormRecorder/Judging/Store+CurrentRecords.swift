import FormStore

extension Store {
  /// Calls a closure with ranges of submissions that contain the current records of an import. Of a
  /// corrected record, the last correction is current.
  ///
  /// - Parameters:
  ///   - replaced: Submissions that are not current.
  ///   - limit: The first submission that is ignored.
  ///   - body: Called with a range, its import, and whether a submission in the range is current.
  func forEachCurrentPart(
    ofImport importID: Int64, without replaced: Set<Int64>, before limit: Int64,
    _ body: (ClosedRange<Int64>, Int64, (Int64) -> Bool) throws -> Void
  ) throws {
    for span in try spans(ofImport: importID) {
      let corrections = try corrections(span).filter { $0.submission < limit }
      let corrected = Set(corrections.map(\.corrects))
      try body(span, importID) { !corrected.contains($0) && !replaced.contains($0) }
    }
    // Corrections of corrections lie between the latest ones.
    let latest = try latestCorrections(ofImport: importID, before: limit)
    let current = Set(latest).subtracting(replaced)
    for part in try joined(parts(containing: latest)) {
      try body(part.ids, part.importID) { current.contains($0) }
    }
  }

  /// Joins parts of different imports that have the same columns and lie close together, because
  /// corrections of single submissions are an import each.
  private func joined(
    _ parts: [(importID: Int64, ids: ClosedRange<Int64>)]
  ) throws -> [(importID: Int64, ids: ClosedRange<Int64>)] {
    var joined: [(importID: Int64, ids: ClosedRange<Int64>)] = []
    var columns: [ImportColumn] = []
    for part in parts {
      let own = try self.columns(ofImport: part.importID)
      // At most 16 other submissions are read between two parts.
      if let last = joined.last, own == columns, part.ids.lowerBound - last.ids.upperBound <= 16 {
        joined[joined.count - 1].ids = last.ids.lowerBound...part.ids.upperBound
      } else {
        joined.append(part)
        columns = own
      }
    }
    return joined
  }
}
