import ArgumentParser
import FormRecorder
import FormRules
import Foundation

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
      try Self.check(db, origin: "--db")
    } else if let path = try Environment.value(of: "FORMREC_DB") {
      try Self.check(path, origin: "FORMREC_DB")
    }
  }

  var recorder: Recorder {
    Recorder(
      database: db ?? environmentPath ?? "formrec.sqlite", lockTimeout: wait, clock: Clock.current)
  }

  /// The recorder for a command that only reads. For a database of an older formrec it reads a
  /// temporary copy, which it notes.
  func reader(_ console: Console) throws -> Recorder {
    guard let copy = try recorder.upgradedCopy() else { return recorder }
    console.note(
      "\(recorder.database): was created by an older formrec; reading a temporary copy that was "
        + "upgraded; 'formrec upgrade' upgrades the database")
    return copy
  }

  /// The variable was validated with the options, so reading it cannot fail here.
  private var environmentPath: String? { Environment.validValue(of: "FORMREC_DB") }

  /// Refuses texts that SQLite does not treat as the path of a file.
  ///
  /// - Parameter origin: The option or variable that contains the path.
  static func check(_ path: String, origin: String) throws {
    if path.isEmpty { throw ValidationError("\(origin) is empty; a path is required") }
    if path == ":memory:" {
      throw ValidationError(
        "\(origin) requires a path; databases in memory are not supported")
    }
    if path.lowercased().hasPrefix("file:") {
      throw ValidationError(
        "\(origin) requires a path, not a URI; for a file with this name write './\(path.displayText)'"
      )
    }
  }
}
