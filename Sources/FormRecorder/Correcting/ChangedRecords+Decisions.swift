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
      let columns = Set(candidates.flatMap(\.protected.keys))
      changes.removeAll { !columns.contains($0.position) }
      for index in changes.indices { changes[index].canBeKept = true }
    }
    changes += renamedColumns.sorted().map {
      ProtectedChange(column: file.header[$0], position: $0, cause: .header, lines: [1])
    }
    let (kept, accepted) = (
      try columns(named: request.keptColumns), try columns(named: request.acceptedColumns)
    )
    for index in changes.indices {
      let column = changes[index].position
      if accepted.contains(column), changes[index].cause != .header {
        changes[index].decision = .accepted
      } else if kept.contains(column), changes[index].canBeKept {
        changes[index].decision = .kept
      }
    }
    return changes
  }

  /// The columns of the file with these headers or fields; `all` means every column.
  private func columns(named names: [String]) throws(RecorderError) -> Set<Int> {
    var columns: Set<Int> = []
    for name in names {
      // Compares bytes first, because headers that look alike may differ.
      let exact = file.header.indices.filter { file.header[$0].utf8.elementsEqual(name.utf8) }
      if !exact.isEmpty {
        columns.formUnion(exact)
      } else if let column = file.header.indices(ofHeader: name).first
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
