import FormInput
import FormRules

/// A remark on an operation that succeeds, such as columns that map to no field.
public struct RecorderNote: Sendable, Equatable, CustomStringConvertible {
  /// The remark, in one line.
  public let description: String
  /// Alternative actions by which the caller may resolve the cause.
  public let remedies: [Remedy]

  package init(_ description: String, _ remedies: Remedy...) {
    self.description = description
    self.remedies = remedies
  }

  /// The same note, prefixed with the file that it concerns.
  package func inFile(_ path: String) -> RecorderNote {
    RecorderNote("\(path): \(description)", remedies)
  }

  private init(_ description: String, _ remedies: [Remedy]) {
    self.description = description
    self.remedies = remedies
  }
}

extension RecorderNote: ExpressibleByStringInterpolation {
  /// Creates a note without remedies.
  public init(stringLiteral description: String) { self.init(description) }
}

extension DetectedProperties {
  /// The advice for a file whose malformed records could be read in another dialect.
  package var dialectNotes: [RecorderNote] {
    suggestion.map { [RecorderNote($0.reason, .chooseDialect(FileDialect($0)))] } ?? []
  }

  /// The notes for the user that are known once the input is open.
  package var openingNotes: [RecorderNote] {
    firstSheet.map {
      [RecorderNote("read sheet '\($0.name)', the first of \($0.sheets)", .chooseSheet)]
    } ?? []
  }
}
