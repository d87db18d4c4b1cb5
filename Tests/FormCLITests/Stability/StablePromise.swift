import Testing

/// A promise of `docs/stability.md`: a section of the page with a list of names in
/// `fixtures/stable/`.
struct StablePromise: CustomTestStringConvertible, Sendable {
  /// The heading of its section.
  let heading: String
  /// The name of its file without the extension.
  let name: String
  /// Determines the names that exist now, one item each.
  let items: @Sendable () throws -> Set<String>

  var path: String { "fixtures/stable/\(name).txt" }
  var reference: String {
    "docs/stability.md#" + heading.lowercased().replacing(" ", with: "-")
  }
  var testDescription: String { heading }

  /// All promises in the order of the page, and without the trait Server all except that of HTTP.
  static let all: [StablePromise] =
    beforeHTTP + http + [
      StablePromise(heading: "Python", name: "python", items: PythonNames.items),
      StablePromise(heading: "Swift", name: "swift", items: SwiftNames.items),
    ]

  #if Server
  private static let http = [
    StablePromise(heading: "HTTP", name: "http", items: HTTPRoutes.items)
  ]
  #else
  private static let http: [StablePromise] = []
  #endif

  private static let beforeHTTP = [
    StablePromise(heading: "Definition files", name: "definitions", items: DefinitionKeys.items),
    StablePromise(heading: "Command line", name: "commands", items: CommandOptions.items),
    StablePromise(heading: "Exit codes", name: "exit-codes", items: ExitCodeMeanings.items),
    StablePromise(heading: "JSON", name: "json", items: JSONKeys.items),
    StablePromise(heading: "Codes of failures", name: "failure-codes", items: FailureCodes.items),
    StablePromise(heading: "Migrations", name: "migrations", items: MigrationDigests.items),
    StablePromise(heading: "Views", name: "views", items: ViewColumns.items),
  ]
}
