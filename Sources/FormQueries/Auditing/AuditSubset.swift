import FormBytes
import FormRules
import FormStore

/// One side of a comparison: an import, a batch label, or a week in which imports began.
public enum AuditSubset: Sendable, Equatable {
  /// The import with this number.
  case importID(Int64)
  /// All imports with a batch label.
  case batchLabel(String)
  /// All imports that began in an ISO 8601 week, such as `2026-W35`, in UTC.
  case week(String)

  /// Parses a side: a number is an import, text in the format of a week is a week, and any other
  /// text is a batch label. The prefixes `import:`, `week:` and `batch:` select the kind
  /// explicitly. Returns nil if the text does not fit the prefix.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : ""
    switch parts.first {
    case "import" where parts.count == 2:
      guard let number = Int64(rest) else { return nil }
      self = .importID(number)
    case "week" where parts.count == 2:
      guard Self.isWeek(rest) else { return nil }
      self = .week(rest)
    case "batch" where parts.count == 2: self = .batchLabel(rest)
    default:
      if text.isEmpty { return nil }
      if text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) {
        guard let number = Int64(text) else { return nil }
        self = .importID(number)
      } else {
        self = Self.isWeek(text) ? .week(text) : .batchLabel(text)
      }
    }
  }

  private static func isWeek(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])/) != nil
  }

  /// `import`, `batch` or `week`.
  package var kind: String {
    switch self {
    case .importID: "import"
    case .batchLabel: "batch"
    case .week: "week"
    }
  }

  /// The number or name of the side.
  package var name: String {
    switch self {
    case .importID(let number): String(number)
    case .batchLabel(let name), .week(let name): name
    }
  }

  func includes(_ origin: ImportOrigin) -> Bool {
    switch self {
    case .importID(let number): origin.importID == number || origin.firstPart == number
    case .batchLabel(let name): origin.batchLabel?.utf8Bytes == name.utf8Bytes
    case .week(let week): AuditedImports.week(origin.startedAt) == week
    }
  }

  /// - Throws: `RecorderError` if the side includes none of the imports.
  func check(among origins: some Collection<ImportOrigin>) throws(RecorderError) {
    guard !origins.contains(where: includes) else { return }
    switch self {
    case .importID(let number):
      throw RecorderError(
        .missing(.importID(number)), "import \(number) is not among the selected imports")
    case .week(let week): throw RecorderError(.refused, "no import began in the week \(week)")
    case .batchLabel(let name):
      let known = Set(origins.compactMap(\.batchLabel)).sorted()
      guard !known.isEmpty else {
        throw RecorderError(
          .refused, "the database has no batch '\(name.displayText)' and no other batches")
      }
      throw RecorderError(
        .refused,
        String.unknown("batch", name, known: known).escapedForTerminal)
    }
  }
}
