import FormInput
package import FormRecorder
import FormRules
import FormStore
package import FormTestSupport
package import Foundation
package import Testing

/// A store in its own folder, which is deleted with it, and a clock that advances by an hour with
/// each import.
package final class TemporaryStore {
  private let folder: TemporaryFolder
  package var recorder: Recorder
  private var imports = 0

  /// A form with a sensitive field and rules of each severity.
  package static let definitions = """
    form: people
    columns: keep
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, label: Full name, type: text}
      - {name: email, type: text, sensitive: true, aliases: [E-mail]}
    ---
    rules: people
    form: people
    fields:
      id:
        - range: {max: 100}
      name:
        - length: {max: 5}
          severity: warning
          message: "{label} is long: {value}"
          message.de: "{label} ist lang: {value}"
      email:
        - email
    """

  /// A new store without definitions. Stores are copies of it, because creating one takes longer.
  private static let empty = Result {
    let folder = try TemporaryFolder()
    _ = try Recorder(database: folder.path("store.sqlite")).storeForWriting()
    return try folder.contents()
  }

  private static let filled = Result {
    let store = try TemporaryStore(empty.get())
    try store.apply(definitions)
    return try store.contents()
  }

  package init() throws {
    folder = try TemporaryFolder(Self.filled.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
  }

  package init(_ definitions: String) throws {
    folder = try TemporaryFolder(Self.empty.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    try apply(definitions)
  }

  /// A copy of a store that uses the system clock.
  package init(_ contents: FolderContents) throws {
    folder = try TemporaryFolder(contents)
    recorder = Recorder(database: folder.path("store.sqlite"))
  }

  package func contents() throws -> FolderContents { try folder.contents() }

  package var folderPath: String { folder.url.path }

  package func path(_ name: String) -> String { folder.path(name) }

  package func write(_ text: String, to name: String) throws {
    try folder.write(text, to: name)
  }

  package func apply(_ definitions: String) throws {
    try write(definitions, to: "definitions.yaml")
    _ = try recorder.apply(DefinitionSet(files: [path("definitions.yaml")]))
  }

  @discardableResult
  package func add(
    _ text: String, as name: String = "records.csv", source: String? = nil,
    batchLabel: String? = nil, encoding: String? = nil
  ) throws -> ImportReport {
    try add(Data(text.utf8), as: name, source: source, batchLabel: batchLabel, encoding: encoding)
  }

  @discardableResult
  package func add(
    _ bytes: Data, as name: String = "records.csv", source: String? = nil,
    batchLabel: String? = nil, encoding: String? = nil
  ) throws -> ImportReport {
    try bytes.write(to: URL(fileURLWithPath: path(name)))
    let time = Instant(seconds: 1_800_000_000 + Int64(imports) * 3_600)
    imports += 1
    recorder.settings.clock = { time }
    var request = ImportRequest(path: path(name))
    request.source = source
    request.batchLabel = batchLabel
    request.allowsReimport = true
    request.input.encoding = encoding
    return try recorder.importFile(request)
  }

  /// Imports a file and stops after the first commit, as Ctrl-C does.
  package func breakOff(_ request: ImportRequest) {
    var stop = false
    let error = #expect(throws: RecorderError.self) {
      try recorder.importFile(
        request, ImportCallbacks(committed: { _ in stop = true }, shouldStop: { stop }))
    }
    #expect(error?.reason == .stopped)
  }

  /// The content of the store as written by `dump`.
  package func dump() throws -> String {
    let lines = DumpedLines()
    try recorder.dump { lines.bytes += $0 }
    return String(decoding: lines.bytes, as: UTF8.self)
  }

  private final class DumpedLines { var bytes: [UInt8] = [] }

  package func export(
    _ choice: SubmissionScope, _ format: ExportFormat = .csv, raw: Bool = false,
    _ selection: SubmissionSelection = .all, check: Bool = false
  ) throws -> String {
    var request = ExportRequest()
    request.writesCheck = check
    request.scope = choice
    request.format = format
    request.isRaw = raw
    if format == .csv {
      // Independent of the imported files.
      request.delimiter = ","
      request.hasByteOrderMark = false
    }
    request.selection = selection
    var output: [UInt8] = []
    _ = try recorder.export(request, to: .stream { output += $0 })
    return String(decoding: output, as: UTF8.self)
  }
}

extension SubmissionSelection {
  package init(_ change: (inout SubmissionSelection) -> Void) {
    self = .all
    change(&self)
  }
}

extension Recorder {
  /// Expects that `verify` finds no problem.
  package func expectValid(
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let problem = try verify().problemDescription
    #expect(problem == nil, sourceLocation: sourceLocation)
  }
}
