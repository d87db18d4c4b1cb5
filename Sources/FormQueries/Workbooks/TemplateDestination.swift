/// Where a template is written.
public enum TemplateDestination {
  /// The closure is called with the bytes, in order.
  case stream(([UInt8]) throws -> Void)
  /// A file, which appears under its name once it is complete.
  case file(String, replacing: Bool)
}
