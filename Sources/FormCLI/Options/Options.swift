public import ArgumentParser
public import FormRecorder
import FormRules
import Foundation

/// The verbosity of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Suppress notes and progress on standard error; print only errors.")
  var quiet = false
}

/// The location of the store. All commands that use a store share these options.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database. Default: FORMREC_DB, or formrec.sqlite in the working directory.",
      valueName: "path"))
  var db: String?

  @Option(help: ArgumentHelp("The maximum time to wait for another writer.", valueName: "seconds"))
  var wait: Double = 10

  func validate() throws {
    guard wait >= 0, wait <= 86_400 else {
      throw ValidationError("--wait must be 0 to 86400 seconds")
    }
    if let db {
      try Self.check(db, "--db")
    } else if let path = try Environment.value(of: "FORMREC_DB") {
      try Self.check(path, "FORMREC_DB")
    }
  }

  var recorder: Recorder {
    Recorder(
      database: db ?? environmentPath ?? "formrec.sqlite", wait: wait, clock: Clock.current)
  }

  /// The variable was validated with the options, so reading it cannot fail here.
  private var environmentPath: String? { try? Environment.value(of: "FORMREC_DB") }

  /// Refuses texts that SQLite does not treat as the path of a file.
  ///
  /// - Parameter origin: The option or variable that contains the path.
  static func check(_ path: String, _ origin: String) throws {
    if path.isEmpty { throw ValidationError("\(origin) is empty; a path is required") }
    if path == ":memory:" {
      throw ValidationError(
        "\(origin) requires a path; databases in memory are not supported")
    }
    if path.lowercased().hasPrefix("file:") {
      throw ValidationError(
        "\(origin) requires a path, not a URI; for a file with this name write './\(path.shown)'")
    }
  }
}

/// The clock of all commands. Tests replace it.
enum Clock {
  @TaskLocal static var current = Recorder.systemClock
}

/// The format of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Parses `name` or `name@version`.
extension VersionReference: ExpressibleByArgument {
  /// Parses a command-line argument. Returns nil if it has another format.
  public init?(argument: String) { self.init(argument) }
}

/// Definition files to apply first.
struct DefinitionOptions: ParsableArguments {
  @Option(
    name: .customLong("definitions"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "The definition files (YAML or JSON) to apply first.", valueName: "file"))
  var files: [String] = []

  /// The definitions in the files, or nil if there are no files.
  var set: DefinitionSet? {
    get throws(RecorderError) { files.isEmpty ? nil : try DefinitionSet(files: files) }
  }

  /// Applies definitions, and notes their new versions.
  func apply(
    _ set: DefinitionSet, _ recorder: Recorder, _ change: ChangeOptions, _ console: Console
  ) throws {
    console.note(try recorder.apply(set, by: try change.by, reason: change.reason))
  }
}

extension Console {
  /// Notes the new versions among applied definitions.
  func note(_ applied: [AppliedDefinition]) {
    for line in DefinitionReport.lines(applied.filter(\.isNew), dryRun: false) { note(line) }
  }
}

/// The format of a file of records.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The character between cells; tab or \\t is a tab.", valueName: "char"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      """
      utf-8, utf-16, utf-16le, utf-16be, iso-8859-1, windows-1252, macintosh, gb18030, big5, shift_jis, euc-jp or \
      euc-kr.
      """, valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "The line of the header, or its row in a workbook, starting at 1.", valueName: "line"))
  var header: Int?

  @Flag(
    name: .customLong("no-header"), help: "The file has no header; columns are the fields in order."
  )
  var noHeader = false

  @Option(
    name: .customLong("input-format"),
    help: ArgumentHelp(
      "csv, tsv, ndjson, json or xlsx. Default: by name and content.", valueName: "name"))
  var inputFormat: String?

  @Option(
    help: ArgumentHelp("The entry to read of a zip file with several entries.", valueName: "name"))
  var entry: String?

  @Option(
    help: ArgumentHelp(
      "The sheet of a workbook, by name or number. Default: the first.", valueName: "name or N"))
  var sheet: String?

  @Option(
    help: ArgumentHelp("Read a field from this column; may be repeated.", valueName: "column=field")
  )
  var map: [String] = []

  @Option(
    name: .customLong("max-record"),
    help: ArgumentHelp("The maximum size of a record in bytes. Default: 1 MiB.", valueName: "bytes")
  )
  var maxRecord: Int?

  func validate() throws {
    if let header, header < 1 { throw ValidationError("--header must be 1 or more") }
    if header != nil, noHeader {
      throw ValidationError("--header and --no-header cannot be combined")
    }
    for entry in map where !entry.dropFirst().contains("=") {
      throw ValidationError("--map '\(entry)' must be written COLUMN=FIELD")
    }
    if let maxRecord, maxRecord < 1 || maxRecord > 1 << 28 {
      throw ValidationError("--max-record must be 1 to \(1 << 28) bytes")
    }
  }

  var input: InputOptions {
    InputOptions(
      delimiter: delimiter, encoding: encoding, header: noHeader ? 0 : header,
      format: inputFormat, entry: entry, sheet: sheet,
      map: map.map { entry in
        let sign = entry.lastIndex(of: "=") ?? entry.endIndex
        return (String(entry[..<sign]), String(entry[entry.index(after: sign)...]))
      },
      maximumRecordBytes: maxRecord)
  }
}

/// The location of the files that fields name.
struct NamedFileOptions: ParsableArguments {
  @Option(
    name: .customLong("files"),
    help: ArgumentHelp(
      "The folder of the files that fields refer to, for rules that read files.",
      valueName: "folder"))
  var folder: String?

  @Flag(name: .customLong("no-files"), help: "Exclude rules that read files.")
  var leavesOut = false

  func validate() throws {
    if folder != nil, leavesOut {
      throw ValidationError("--files and --no-files cannot be combined")
    }
  }

  /// - Throws: If the folder does not exist.
  func named() throws(RecorderError) -> NamedFiles {
    if let folder { return .access(try FileFolder(folder)) }
    return leavesOut ? .leftOut : .unspecified
  }
}

/// The language of messages.
struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of messages, such as de. Default: FORMREC_LANGUAGE, or English.",
      valueName: "tag"))
  var language: String?

  @Option(
    name: .customLong("messages"), parsing: .upToNextOption,
    help: ArgumentHelp("Files with custom messages (YAML or JSON).", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if let language, !Localization.isTag(language.replacing("_", with: "-")) {
      throw ValidationError("--language requires a language code such as de or pt-BR")
    }
  }

  func localization() throws -> Localization {
    let fallback = try Environment.value(of: "FORMREC_LANGUAGE") ?? "en"
    return try Localization(language ?? fallback, files: files)
  }

  /// The custom messages in all languages.
  func catalogues() throws(RecorderError) -> [MessageCatalogue] {
    try MessageCatalogue.catalogues(files: files)
  }
}

/// The parameters of a run.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("param"),
    help: ArgumentHelp("A parameter of the run; may be repeated.", valueName: "name=value"))
  var parameters: [String] = []

  @Option(help: ArgumentHelp("Evaluate only rules of this scenario and rules without a scenario."))
  var scenario: String?

  func validate() throws {
    try Self.check(parameters)
  }

  /// - Throws: If an entry has the wrong format or a name occurs twice.
  static func check(_ entries: [String]) throws {
    for entry in entries where !entry.dropFirst().contains("=") {
      throw ValidationError("--param '\(entry)' must be written NAME=VALUE")
    }
    var names: Set<Substring> = []
    for name in entries.map({ $0.prefix { $0 != "=" } }) where !names.insert(name).inserted {
      throw ValidationError("--param \(name) may be specified only once")
    }
  }

  var values: [String: String] { Self.values(parameters) }

  static func values(_ entries: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries {
      let sign = entry.firstIndex(of: "=") ?? entry.endIndex
      values[String(entry[..<sign])] = String(entry[entry.index(after: sign)...])
    }
    return values
  }
}
