import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// The program in a separate process: descriptors, arguments, the name of the database.
@Suite struct ProcessTests {
  /// A closed pipe is not an error for an export, but it is one for an import.
  @Test func closedPipeIsNotAnError() throws {
    let folder = try Shell.folder()
    try folder.write(
      "id\n" + (1...60_000).map { "\($0)\n" }.joined(), to: "people.csv")
    _ = try Shell.run("$formrec import people.csv --definitions people.yaml", in: folder)
    // dash has no pipefail, so the exit code is written to a file.
    let export = try Shell.run(
      "($formrec export --all; echo $? > code) | head -1; cat code", in: folder)
    #expect(export.out.hasSuffix("id,_submission,_line,_check,_errors\n141\n"))
    #expect(export.err.isEmpty)
    let imported = try Shell.run(
      "trap '' PIPE; " + Shell.closingPipe("$formrec import people.csv --again"), in: folder)
    #expect(imported.code == 2)
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsContainTheCommands(_ shellName: String)
    throws
  {
    let folder = try Shell.folder()
    let script = try Shell.run("$formrec --generate-completion-script \(shellName)", in: folder)
    #expect(script.code == 0)
    for word in ["import", "purge", "corrections"] { #expect(script.out.contains(word)) }
  }

  /// Opened files do not get the numbers of the closed standard descriptors.
  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closedStandardDescriptorsAreOccupied(_ closed: String) throws {
    let folder = try Shell.folder()
    let imported = try Shell.run(
      "$formrec import people.csv --definitions people.yaml --wait 0 \(closed)", in: folder)
    // The output cannot be written, but the import is committed.
    #expect(imported.code == (closed.contains(" >") || closed.hasPrefix(">") ? 2 : 1))
    let lock = try Data(contentsOf: folder.url.appendingPathComponent("formrec.sqlite.lock"))
    for words in ["records", "rejected", "error"] {
      #expect(lock.range(of: Data(words.utf8)) == nil)
    }
    #expect(try Shell.run("$formrec verify", in: folder).code == 0)
    #expect(try Shell.run("$formrec export --all", in: folder).out.contains("\n1,"))
  }

  /// A signal ends the sending of notifications after the current request.
  @Test func stoppedNotificationsHaveTheExitCodeOfTheSignal() throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let host = "http://127.0.0.1:\(service.port)"
    let folder = try Shell.folder()
    let result = try Shell.run(
      """
      $formrec apply people.yaml && $formrec webhook add \(host)/late
      for id in 1 2 3 4; do $formrec submit id=$id; done
      $formrec webhook send --allow-host \(host) & sender=$!
      sleep 1; kill -TERM $sender; wait $sender
      """, in: folder)
    #expect(result.code == 143)
    #expect(service.bodies.count < 4)
  }

  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let folder = try Shell.folder()
    let name = "\"$(printf 'a\\377.csv')\""
    let result = try Shell.run(
      "cp people.csv \(name); $formrec check \(name) --definitions people.yaml", in: folder)
    #expect(result.code == 64)
    #expect(result.out.isEmpty)
    #expect(
      result.err == """
        error: argument 2 is not UTF-8; rename the file or create a link with another name

        """)
    #expect(try Shell.run("$formrec check 'a\u{FFFD}é.csv' --definitions x", in: folder).code == 2)
  }

  @Test(arguments: ["file:x", "FILE:x?mode=memory", ":memory:", ""])
  func databaseMustBeAPath(_ name: String) throws {
    let folder = try Shell.folder()
    for (command, origin) in [
      ("$formrec list --db '\(name)'", "--db"),
      ("FORMREC_DB='\(name)' $formrec list", "FORMREC_DB"),
      ("$formrec apply people.yaml --db '\(name)'", "--db"),
    ] {
      let result = try Shell.run(command, in: folder)
      #expect(result.code == 64, "\(command)")
      #expect(result.err.contains("\(origin) "), "\(result.err)")
    }
    let damaged = try Shell.run("FORMREC_DB=\"$(printf 'a\\377')\" $formrec list", in: folder)
    #expect(damaged.code == 64 && damaged.err.contains("FORMREC_DB is not UTF-8"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(files) == ["people.yaml", "people.csv", "out", "err"])
    #expect(try Shell.run("$formrec apply people.yaml --db ./file:x", in: folder).code == 0)
    #expect(FileManager.default.fileExists(atPath: folder.path("file:x")))
  }

  /// The error about a file that must be converted comes before the one about a missing form.
  @Test(arguments: ["import x", "import x --dry-run", "import x --definitions none.yaml"])
  func unsupportedFilesAreReportedFirst(_ command: String) throws {
    let folder = try Shell.folder()
    let run = try Shell.run("printf 'PAR1\\025\\004' > x; $formrec \(command)", in: folder)
    #expect(run.code == 2)
    #expect(
      run.err.hasPrefix("error: x: is a Parquet file; convert it first: duckdb -c "), "\(run.err)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("formrec.sqlite")))
  }
}
