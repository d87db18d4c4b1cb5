/// All errors in a definition, in the order of the file.
public struct DefinitionErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the definition file, as given; nil for definitions created in Swift.
  public var file: String?
  /// The errors, in the order of the file; at least one.
  public let errors: [DefinitionError]

  /// Creates the collection; sorts the errors in the order of the file.
  public init(_ errors: [DefinitionError], file: String? = nil) {
    self.file = file
    self.errors = errors.sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
  }

  /// The maximum number of errors in `description`.
  private static let shown = 100

  /// One line for each error, `file:line:column: message`; after 100 lines, the number of the
  /// remaining errors.
  public var description: String {
    var lines = errors.prefix(Self.shown).map { error in
      file.map { "\($0):\(error.location.line == 0 ? " " : "")\(error)" } ?? "\(error)"
    }
    if errors.count > Self.shown { lines.append("… and \(errors.count - Self.shown) more") }
    return lines.joined(separator: "\n")
  }
}
