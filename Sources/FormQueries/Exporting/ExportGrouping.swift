/// The property by which an export is split into files.
public enum ExportGrouping: String, Sendable, CaseIterable {
  /// The form.
  case form
  /// The source.
  case source
  /// The batch label.
  case batchLabel = "batch"
  /// The import.
  case `import`
}
