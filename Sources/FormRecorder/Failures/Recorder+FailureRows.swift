package import FormRules
import FormStore

extension Recorder {
  /// Reads submissions of a form by number, in order. Numbers of other forms and of submissions
  /// without cells are ignored.
  package func failureRows(
    _ submissions: [Int64], ofForm form: String, showsSensitive: Bool,
    in localization: Localization
  ) throws -> [FailureRow] {
    var request = ExportRequest()
    request.scope = .all
    request.selection = .submissions(submissions)
    request.selection.form = form
    request.showsSensitive = showsSensitive
    request.localization = localization
    return try mappingErrors {
      let store = try storeForReading()
      return try store.snapshot {
        let open = try OpenSubmissions(store, request)
        let chains = try store.correctionChains(submissions)
        var rows: [FailureRow] = []
        try open.forEach(shouldStop: { false }) { row in
          rows.append(try FailureRow(row, chains[row.submission.id], in: store))
        }
        return rows
      }
    }
  }
}
