import FormBytes

extension TableStatistics {
  /// The line of the probable header if the row that was read as the header is a title, or nil. A
  /// title is the only cell of its row, and most records have more cells.
  package var headerBelowTitle: Int? {
    guard files.count == 1, names.count(where: { !$0.allSatisfy(\.isWhitespace) }) == 1 else {
      return nil
    }
    if let wider = faults[.tooManyFields], 2 * wider.count > allRecords {
      return RecordLocation(wider.line).line
    }
    let filled = columns.count { 2 * $0.present > records }
    guard filled > 2, let first = lines.first else { return nil }
    return RecordLocation(first).line
  }
}
