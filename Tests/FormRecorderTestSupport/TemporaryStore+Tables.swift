package import FormRecorder
import GRDB

extension Recorder {
  /// Writes plain tables.
  @discardableResult
  package func exportTables(
    _ request: ExportRequest, to path: String, replacing: Bool = false,
    shouldStop: @escaping () -> Bool = { false }
  ) throws -> ExportReport {
    var request = request
    request.format = .sqlite
    return try export(request, to: .file(path, replacing: replacing), shouldStop: shouldStop)
  }
}

extension TemporaryStore {
  /// Exports plain tables and returns the rows of a query as text. By default, all submissions are
  /// exported.
  package func tables(
    _ sql: String, _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> [String] {
    var request = ExportRequest()
    request.scope = .all
    change(&request)
    _ = try recorder.exportTables(request, to: path("tables.sqlite"), replacing: true)
    let queue = try DatabaseQueue(path: path("tables.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }
}
