public import ArgumentParser
public import FormRecorder
import FormRules
import Foundation

/// The verbosity of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Neither notes nor progress on the error stream, errors only.")
  var quiet = false
}

/// The location of the store. All commands that use a store share these options.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database; else FORMREC_DB, else formrec.sqlite here.", valueName: "path"))
  var db: String?

  @Option(help: ArgumentHelp("How long to wait for another writer.", valueName: "seconds"))
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
  /// - Parameter origin: the option or variable that contains the path.
  static func check(_ path: String, _ origin: String) throws {
    if path.isEmpty { throw ValidationError("\(origin) is empty; it takes a path") }
    if path == ":memory:" {
      throw ValidationError(
        "\(origin) takes a path: what is kept in memory is gone when the command ends")
    }
    if path.lowercased().hasPrefix("file:") {
      throw ValidationError(
        "\(origin) takes a path, not a URI; for a file of that name write './\(path.shown)'")
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
      "Definition files (YAML or JSON), applied first.", valueName: "file"))
  var files: [String] = []

  /// The definitions in the files, or nil if there are no files.
  var set: DefinitionSet? {
    get throws(RecorderError) { files.isEmpty ? nil : try DefinitionSet(files: files) }
  }
}

/// The format of a file of records.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The character between cells; tab or \\t for a tab.", valueName: "char"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      """
      utf-8, utf-16, utf-16le, utf-16be, iso-8859-1, windows-1252, macintosh, gb18030, big5, shift_jis, euc-jp or \
      euc-kr.
      """, valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp("The line of the header, from 1; in a workbook its row.", valueName: "line"))
  var header: Int?

  @Flag(
    name: .customLong("no-header"), help: "There is no header; columns are the fields in order.")
  var noHeader = false

  @Option(
    name: .customLong("input-format"),
    help: ArgumentHelp(
      "csv, tsv, ndjson, json or xlsx; else by name and content.", valueName: "name"))
  var inputFormat: String?

  @Option(help: ArgumentHelp("The entry of a zip file with several.", valueName: "name"))
  var entry: String?

  @Option(
    help: ArgumentHelp(
      "The sheet of a workbook, by name or number; the first unless said.", valueName: "name or N"))
  var sheet: String?

  @Option(
    help: ArgumentHelp("A column that fills a field; may be repeated.", valueName: "column=field"))
  var map: [String] = []

  @Option(
    name: .customLong("max-record"),
    help: ArgumentHelp("The longest record in bytes; 1 MiB unless said.", valueName: "bytes"))
  var maxRecord: Int?

  func validate() throws {
    if let header, header < 1 { throw ValidationError("--header is a line number, from 1") }
    if header != nil, noHeader { throw ValidationError("--header and --no-header contradict") }
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
      "The folder of the files that fields name by path, for rules that look at them.",
      valueName: "folder"))
  var folder: String?

  @Flag(name: .customLong("no-files"), help: "Leave out the rules that look at files.")
  var leavesOut = false

  func validate() throws {
    if folder != nil, leavesOut { throw ValidationError("--files and --no-files contradict") }
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
      "The language of messages, such as de; else FORMREC_LANGUAGE, else English.",
      valueName: "tag"))
  var language: String?

  @Option(
    name: .customLong("messages"), parsing: .upToNextOption,
    help: ArgumentHelp("Files with messages of your own (YAML or JSON).", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if let language, !Localization.isTag(language.replacing("_", with: "-")) {
      throw ValidationError("--language takes a language code such as de or pt-BR")
    }
  }

  func localization() throws -> Localization {
    let fallback = try Environment.value(of: "FORMREC_LANGUAGE") ?? "en"
    return try Localization(language ?? fallback, files: files)
  }
}

/// The parameters of a run.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("param"),
    help: ArgumentHelp("A parameter of the run; may be repeated.", valueName: "name=value"))
  var parameters: [String] = []

  @Option(help: ArgumentHelp("Apply only rules of this scenario, and those of none."))
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
      throw ValidationError("--param \(name) is given twice; one is meant")
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
