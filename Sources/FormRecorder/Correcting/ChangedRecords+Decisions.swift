import FormRules

/// The decisions on changed cells that no failure or warning concerns.
extension ChangedRecords {
  /// The changes of cells that no failure or warning concerns, with the decisions on them.
  func protectedChanges() throws -> [ProtectedChange] {
    let cells = try ProtectedCells(
      header: file.header, candidates,
      values: { try submissions.values(ofColumns: $0) })
    var changes = cells.changes()
    if request.isVerbatim {
      // A person who enters the texts of other records does so deliberately.
      let columns = Set(candidates.flatMap(\.protected.keys).map { file.header[$0] })
      changes.removeAll { !columns.contains($0.column) }
      for index in changes.indices { changes[index].canBeKept = true }
    }
    changes += renamedColumns.sorted().map {
      ProtectedChange(column: file.header[$0], cause: .header, lines: [1])
    }
    let (kept, accepted) = (
      try columns(named: request.keptColumns), try columns(named: request.acceptedColumns)
    )
    for index in changes.indices {
      let column = column(of: changes[index])
      if accepted.contains(column), changes[index].cause != .header {
        changes[index].decision = .accepted
      } else if kept.contains(column), changes[index].canBeKept {
        changes[index].decision = .kept
      }
    }
    return changes
  }

  /// The column of the file that a change concerns.
  func column(of change: ProtectedChange) -> Int {
    file.header.firstIndex(of: change.column) ?? 0
  }

  /// The columns of the file with these headers or fields; `all` means every column.
  private func columns(named names: [String]) throws(RecorderError) -> Set<Int> {
    var columns: Set<Int> = []
    for name in names {
      if let column = file.header.firstIndex(of: name) ?? file.header.indices(ofHeader: name).first
        ?? submissions.column(ofField: name)
      {
        columns.insert(column)
      } else if name == "all" {
        columns.formUnion(file.header.indices)
      } else {
        throw RecorderError(
          .usage,
          .unknown("column", name.displayText, known: file.header.map(\.displayText)))
      }
    }
    return columns
  }
}
