public import ArgumentParser
public import FormRecorder

/// Parses `name` or `name@version`.
extension VersionReference: ExpressibleByArgument {
  /// Parses a command-line argument. Returns nil if it has another format.
  public init?(argument: String) { self.init(argument) }
}
