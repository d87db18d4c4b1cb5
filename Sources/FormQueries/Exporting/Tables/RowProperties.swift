import FormStore

/// The properties of a batch's submissions that are stored outside of their rows.
struct RowProperties {
  private let origins: [Int64: ImportOrigin]
  private let replacements: Replacements
  /// The states of the submissions that are not current.
  private let states: [Int64: String]
  /// The sources of single submissions. The submissions of an intake may have different ones.
  private let ownSources: [Int64: String]
  /// The import of all submissions, or nil if they belong to several or have their own sources.
  private let onlyImport: Int64?

  init(
    of batch: borrowing SubmissionBatch, _ segments: [VerdictSegment], _ input: ExportInput
  ) throws {
    let store = input.store
    origins = input.origins
    replacements = try Replacements(batch.ids, in: store)
    states = try store.states(batch.ids)
    let imports = Set(
      segments[batch.segmentOfRow[0]...batch.segmentOfRow[batch.rows.count - 1]].lazy.map(
        \.importID))
    let hasIntakes = imports.contains { input.origins[$0]?.kind == .intake }
    ownSources = hasIntakes ? try store.intakeSources(batch.ids) : [:]
    onlyImport = imports.count == 1 && ownSources.isEmpty ? imports.first : nil
  }

  /// Sets the columns in which all rows have the same value, at once.
  func fillCommonColumns(of rows: inout TableRows, _ texts: inout ImportCells) {
    if let onlyImport {
      texts.change(to: onlyImport, origins, &rows)
      rows.fill(.integer(onlyImport), in: .import)
      rows.fill(texts.source, in: .source)
      rows.fill(texts.batchLabel, in: .batchLabel)
      rows.fill(texts.file, in: .file)
    }
    if states.isEmpty {
      let current = rows.text(SubmissionState.current.rawValue)
      rows.fill(current, in: .state)
    }
    if replacements.corrects.isEmpty { rows.fill(.null, in: .corrects) }
    if replacements.correctedBy.isEmpty { rows.fill(.null, in: .correctedBy) }
    if replacements.supersededBy.isEmpty { rows.fill(.null, in: .supersededBy) }
  }

  /// Sets the other columns of a row.
  func fill(
    _ row: Int, id: Int64, importID: Int64, of rows: inout TableRows, _ texts: inout ImportCells
  ) {
    if onlyImport == nil {
      texts.change(to: importID, origins, &rows)
      rows[row, .import] = .integer(importID)
      rows[row, .source] = ownSources[id].map { rows.text($0) } ?? texts.source
      rows[row, .batchLabel] = texts.batchLabel
      rows[row, .file] = texts.file
    }
    rows[row, .state] = texts.current
    if let state = states[id] { rows[row, .state] = rows.text(state) }
    if let other = replacements.corrects[id] { rows[row, .corrects] = .integer(other) }
    if let other = replacements.correctedBy[id] { rows[row, .correctedBy] = .integer(other) }
    if let other = replacements.supersededBy[id] { rows[row, .supersededBy] = .integer(other) }
  }
}

/// The replacements among submissions, in both directions.
private struct Replacements {
  var corrects: [Int64: Int64] = [:]
  /// By submission, the last of its corrections, as in a history.
  var correctedBy: [Int64: Int64] = [:]
  var supersededBy: [Int64: Int64] = [:]

  init(_ ids: ClosedRange<Int64>, in store: Store) throws {
    for (submission, corrected) in try store.corrections(ids) {
      corrects[submission] = corrected
      correctedBy[corrected] = submission
    }
    // A correction also has the key of the submission that it corrects. That one is shown as
    // corrected, not as superseded.
    supersededBy = try store.superseded(ids).filter { correctedBy[$0.key] == nil }
  }
}
