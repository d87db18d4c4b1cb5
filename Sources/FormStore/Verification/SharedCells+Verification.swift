import GRDB

extension SharedCells {
  /// Returns a problem if an import shares cells of another that the table does not list.
  static func problem(_ db: Database) throws -> StoreProblem? {
    let listed = Set(
      try db.mapRows(sql: "SELECT original, import FROM shared_cells") {
        try [$0.integer(0), $0.integer(1)]
      })
    let spans = try SpanStates(db)
    var wrong: Int64?
    try db.forEachRow(
      sql: "SELECT id, cells_of FROM submission WHERE cells_of IS NOT NULL",
      while: { wrong == nil }
    ) { row in
      let (id, holder) = try (row.int64(0), row.int64(1))
      guard let original = spans.span(of: holder), let span = spans.span(of: id),
        listed.contains([original.importID, span.importID])
      else { return wrong = id }
    }
    return wrong.map {
      StoreProblem(
        .derived, table: "shared_cells", row: $0,
        "the imports that share cells were altered, at submission \($0)")
    }
  }
}
