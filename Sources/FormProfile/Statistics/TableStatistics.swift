import Dispatch
package import FormBytes
package import FormInput

/// Statistics of all columns of a table, from the batches of one or more readers.
///
/// Memory: about `maximumBytes` at most for the distinct texts of up to 3,000 columns, independent
/// of the number of records, if the columns are known from the start; those that JSON adds later
/// take more. Up to 16 million cells, also 4 bytes per cell for `ColumnStatistics.positions` and 8
/// bytes per record for `lines`. Time: linear, about 0.1 µs per cell on one core; the columns of a
/// batch are processed concurrently.
package final class TableStatistics {
  /// The memory budget for distinct texts, in bytes.
  private static let maximumBytes = 96 << 20
  private static let maximumPositions = 16 << 20

  package private(set) var names: [String] = []
  package private(set) var columns: [ColumnStatistics] = []
  /// The number of records, without malformed ones.
  package private(set) var records = 0
  /// The number of malformed records by code, with the location of the first.
  package private(set) var faults: [FaultCode: (count: Int, line: Int)] = [:]
  /// The location of each record, as long as columns keep positions; empty after that.
  package private(set) var lines: [Int] = []
  /// The names of the files.
  package private(set) var files: [String] = []
  /// The position of each column's cell in the records of the current file.
  private var cells: [Int?] = []
  private var keepsPositions: Bool

  /// - Parameter keepsPositions: Whether columns keep positions, so that they can be compared
  ///   record by record.
  package init(keepsPositions: Bool = true) { self.keepsPositions = keepsPositions }

  /// The number of all records, including malformed ones.
  package var allRecords: Int { records + faults.values.reduce(0) { $0 + $1.count } }

  /// The number of records without any value; 0 if columns keep no positions, or if there is only
  /// one column.
  package var blankRecords: Int {
    guard keepsPositions, columns.count > 1,
      columns.allSatisfy({ $0.missing + $0.empty > 0 })
    else { return 0 }
    return (0..<records).count { record in
      columns.allSatisfy { $0.positions?[record] == ColumnStatistics.noValue }
    }
  }

  /// Begins a file. Its columns are matched by name with those of earlier files. Columns with the
  /// same name are matched in their order.
  package func beginFile(_ name: String) {
    files.append(name)
    cells = [Int?](repeating: nil, count: columns.count)
    headerCount = 0
  }

  private var headerCount = 0

  /// Sets the column names of the current file. Readers of JSON append names as they read.
  package func setHeader(_ header: [String]) {
    guard header.count > headerCount else { return }
    for position in headerCount..<header.count {
      let column = names.indices.first { cells[$0] == nil && names[$0] == header[position] }
      if let column {
        cells[column] = position
      } else {
        names.append(header[position])
        cells.append(position)
      }
    }
    headerCount = header.count
    // An entry uses about 128 bytes, including its text and slots.
    let share = Self.maximumBytes / max(names.count, 8) / 128
    while columns.count < names.count {
      columns.append(
        ColumnStatistics(
          maximumValues: min(1 << 16, max(256, share)), records: records,
          keepsPositions: keepsPositions))
    }
  }

  /// Adds a batch of the current file.
  package func add(_ batch: RecordBatch) {
    let file = files.count - 1
    for range in batch.records {
      if let fault = batch.fault(of: range) {
        let known = faults[fault.code]
        faults[fault.code] = (
          (known?.count ?? 0) + 1,
          known?.line ?? RecordLocation.number(file: file, line: range.line)
        )
      } else if keepsPositions {
        lines.append(RecordLocation.number(file: file, line: range.line))
      }
    }
    let (first, cells) = (records, cells)
    records += batch.records.count { !$0.isFaulty }
    forEachColumn(isLarge: batch.records.count >= 64) { index, column in
      column.add(batch, cell: cells[index], firstRecord: first, file: file)
    }
    guard keepsPositions, records * columns.count > Self.maximumPositions else { return }
    keepsPositions = false
    lines = []
    for index in columns.indices { columns[index].dropPositions() }
  }

  /// Completes the statistics after the last batch.
  package func finish() { forEachColumn(isLarge: true) { $1.finish() } }

  private func forEachColumn(
    isLarge: Bool, _ body: @Sendable (Int, inout ColumnStatistics) -> Void
  ) {
    guard isLarge, columns.count > 1 else {
      for index in columns.indices { body(index, &columns[index]) }
      return
    }
    // Safe: each iteration accesses a different column.
    unsafe columns.withUnsafeMutableBufferPointer { columns in
      nonisolated(unsafe) let columns = unsafe columns
      unsafe DispatchQueue.concurrentPerform(iterations: columns.count) { index in
        unsafe body(index, &columns[index])
      }
    }
  }
}

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
