import Testing

@testable import FormRecorder

/// Returned files with rearranged cells, changed keys or moved masks are rejected.
@Suite struct CorrectionGuardTests {
  /// Sorts the given columns by one of them, independently of the other columns.
  private func sorted(_ table: [[String]], _ columns: Range<Int>, by key: Int) -> [[String]] {
    let order = table.dropFirst().sorted { $0[key] < $1[key] }
    return [table[0]]
      + zip(table.dropFirst(), order).map { row, other in
        row.indices.map { columns.contains($0) ? other[$0] : row[$0] }
      }
  }

  @Test(arguments: [true, false])
  func independentlySortedColumnsStopTheImport(key: Bool) throws {
    let store = try RejectedPeople.store(key: key)
    let before = try store.dump()
    let report = try store.correct(RejectedPeople.text(sorted(store.openTable(), 0..<5, by: 3)))
    #expect(report.isRefused)
    let suspiciousChanges = try #require(report.corrections?.suspiciousChanges)
    #expect(suspiciousChanges.contains { $0.column == "id" && $0.cause == .rearranged })
    #expect(suspiciousChanges.allSatisfy { $0.lines.count >= 2 })
    #expect(try store.dump() == before)
  }

  /// Rows may be omitted and returned in any order.
  @Test func sortedRowsAreAccepted() throws {
    let store = try RejectedPeople.store()
    var rows = try sorted(store.openTable(), 0..<8, by: 3)
    rows.remove(at: 3)
    for row in 1..<rows.count { rows[row][3] = "50" }
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(report.corrections?.closed == 19)
    #expect(report.corrections?.refused.isEmpty == true)
  }

  /// Spreadsheet programs save empty rows as lines that contain only delimiters.
  @Test func emptyRowsAreIgnored() throws {
    let store = try RejectedPeople.store()
    let report = try store.correct(store.export(.open) + ",,,,,,,\n,,,,,,,\n")
    #expect(report.corrections?.unchanged == 20)
    #expect(report.corrections?.refused.isEmpty == true)
  }

  @Test(arguments: ["partial sort", "shifted up", "pasted block", "deleted cells"])
  func movedCellsStopTheImport(kind: String) throws {
    let store = try RejectedPeople.store(key: false)
    var rows = try store.openTable()
    switch kind {
    case "partial sort": rows = sorted(rows, 4..<5, by: 4)
    case "shifted up": for row in 1..<20 { rows[row][4] = rows[row + 1][4] }
    case "pasted block":
      for row in 1...5 { rows[row + 10].replaceSubrange(3..<5, with: rows[row][3..<5]) }
    default: for row in 6...20 { rows[row][4] = row < 20 ? rows[row + 1][4] : "" }
    }
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.contains { $0.column == "zip" } == true)
  }

  @Test func changedKeyIsRefusedByLine() throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    for row in 1...20 { rows[row][3] = "50" }
    rows[2][0] = "99"
    // Another notation of the same value does not change the key.
    rows[3][0] = "03"
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(
      report.corrections?.refused == [
        .init(line: 3, reason: .keyChanged(2, fields: ["id"]))
      ])
    #expect(report.corrections?.closed == 19)
    let taken = try store.correct(RejectedPeople.text(rows)) { $0.acceptsKeyChanges = true }
    #expect(taken.corrections?.closed == 1)
    try store.recorder.expectValid()
  }

  @Test(arguments: ["Dr •••", "•••!", "x ••• y"])
  func maskAmongOtherTextIsRefusedByLine(cell: String) throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    rows[1][1] = cell
    rows[1][3] = "50"
    rows[2][3] = "50"
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(report.corrections?.refused == [.init(line: 2, reason: .mask(column: "name"))])
    #expect(report.corrections?.closed == 1)
  }

  /// A mask stands for the value of its own submission. A mask in a cell that was not masked in the
  /// export has been moved there.
  @Test func masksOfUnmaskedValuesStopTheImport() throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,name,city,amount,zip\n1,Ana,A,200,1\n2,,B,200,2\n")
    let report = try store.correct(store.export(.open).replacing("2,,B", with: "2,•••,B"))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.cause) == [.movedMask])
  }
}
