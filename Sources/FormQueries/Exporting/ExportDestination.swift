/// The destination of an export.
public enum ExportDestination {
  /// Chunks of the output, in order; each ends with a complete submission.
  case stream(([UInt8]) throws -> Void)
  /// A file at a path.
  case file(String, replacing: Bool)
  /// A folder with a file for each part.
  case folder(String, ExportGrouping, replacing: Bool)
}
