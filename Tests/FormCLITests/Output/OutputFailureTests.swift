import FormTestSupport
import Foundation
import Testing

/// Commands whose output cannot be written.
@Suite struct OutputFailureTests {
  /// Every command that changes the store, in this order.
  private static let changes: [(command: String, stored: String)] = [
    ("apply people.yaml", "applied rules people@1"),
    ("import people.csv", "imported people.csv as import 1 under people@1: 2 records, 1 rejected"),
    ("submit id=7", "submitted 3 under people@1: accepted"),
    ("waive 2 --reason known", "waived 1 failure of 1 submission"),
    ("reopen 2 --reason doubt", "reopened 1 failure of 1 submission"),
    ("replay", "replayed 3 submissions of people under people@1"),
    ("correct corrected.csv", "imported corrections in corrected.csv as import 3"),
    ("purge 1 --reason erasure", "purged 1 submission"),
    ("apply other.yaml", "applied form people@2"),
    ("use people@1 --kind form", "applied form people@3, equal to version 1"),
  ]

  @Test(arguments: ["> /dev/full", ">&-", "closed pipe"])
  func errorListsStoredChanges(_ output: String) throws {
    let folder = try Shell.folder()
    try folder.write("id,_submission\n5,2\n", to: "corrected.csv")
    try folder.write(
      "form: people\nfields: [{name: id, type: integer}, {name: x, type: text}]\n", to: "other.yaml"
    )
    var heads: [Substring] = []
    for (command, stored) in Self.changes {
      let line = "$formrec \(command) --by ana"
      let run = try Shell.run(
        output.hasPrefix(">") ? "\(line) \(output)" : Shell.closingPipe(line), in: folder)
      #expect(run.code == 2, "\(command): \(run.err)")
      #expect(run.err.contains("the output could not be written: "), "\(command): \(run.err)")
      #expect(run.err.contains("the changes are stored:\n"), "\(command): \(run.err)")
      #expect(run.err.contains("  \(stored)"), "\(command): \(run.err)")
      heads.append(try #require(run.err.firstMatch(of: /receipt: event \d+, ([0-9a-f]{64})/)?.1))
    }
    // The receipts are those of the log, whose last head `verify` confirms.
    let log = try Shell.run("$formrec log --format ndjson", in: folder).out
    for head in heads { #expect(log.contains(#""head":"\#(head)""#)) }
    let last = try #require(heads.last)
    #expect(try Shell.run("$formrec verify --against \(last)", in: folder).code == 0)
  }

  /// A record that is sent again with its key is stored once, even if the answer was lost.
  @Test func retriedSubmissionIsStoredOnce() throws {
    let folder = try Shell.folder()
    _ = try Shell.run("$formrec apply people.yaml", in: folder)
    let submit = "$formrec submit id=7 --idempotency-key k --format json"
    let lost = try Shell.run("\(submit) > /dev/full", in: folder)
    #expect(lost.code == 2)
    #expect(lost.err.contains(#"{"error":{"kind":"stored","message":"the output could not be"#))
    #expect(lost.err.contains(#""action":"submitted 1 under people@1: accepted""#))
    let again = try Shell.run(submit, in: folder)
    #expect(again.code == 0)
    #expect(again.out.hasPrefix(#"{"submission":1,"#))
    let failed = try Shell.run("\(submit) > /dev/full", in: folder)
    #expect(failed.code == 2)
    #expect(!failed.err.contains("stored"), "nothing was stored now")
  }

  /// `log --follow` ends with the reader of its output, also without a further event.
  @Test func followingEndsWithItsReader() throws {
    let folder = try Shell.folder()
    _ = try Shell.run("$formrec apply people.yaml", in: folder)
    let run = try Shell.run(
      "(timeout 60 $formrec log --follow; echo $? > code) | head -1; cat code", in: folder)
    #expect(run.out.hasPrefix("event 1 ") && run.out.hasSuffix("\n141\n"), "\(run.out)")
    #expect(run.err.isEmpty)
  }

  /// An import continues if its progress cannot be written.
  @Test func importContinuesIfAckCannotBeWritten() throws {
    let folder = try Shell.folder()
    try folder.write("id\n" + (1...3_000).map { "\($0)\n" }.joined(), to: "people.csv")
    let run = try Shell.run(
      "$formrec import people.csv --definitions people.yaml --ack --chunk 1000 > /dev/full",
      in: folder)
    #expect(run.code == 2)
    #expect(run.err.contains("as import 1 under people@1: 3,000 records, 0 rejected"))
    let list = try Shell.run("$formrec list imports --format json", in: folder)
    #expect(list.out.contains(#""records":3000"#) && list.out.contains(#""state":"finished""#))
  }

  /// A file with 2,000 rejected records.
  private static let filled = Result {
    let folder = try Shell.folder()
    try folder.write("id\n" + (1...2_000).map { "\($0)x\n" }.joined(), to: "people.csv")
    _ = try Shell.run("$formrec import people.csv --definitions people.yaml", in: folder)
    return try folder.contents()
  }

  /// If the reader closes the pipe, commands that only read end silently by SIGPIPE, as usual.
  @Test(arguments: [
    "export --all", "export --all --format ndjson", "dump", "log --format ndjson",
    "list submissions --limit 100000", "check people.csv --definitions people.yaml --format ndjson",
    "history 1", "show people --format json", "rules", "verify", "doctor", "audit",
    "import people.csv --dry-run --format json", "rules email", "list", "--help",
    "diff people people.yaml", "replay --dry-run", "convert people.yaml --to json-schema",
    "split people.csv --parts 2 --definitions people.yaml",
    "check people.csv --definitions people.yaml",
  ])
  func closedPipeEndsTheCommand(_ command: String) throws {
    let folder = try TemporaryFolder(Self.filled.get())
    let run = try Shell.run(Shell.closingPipe("$formrec \(command)"), in: folder)
    #expect(run.code == 141, "\(command): \(run.err)")
    #expect(!run.err.contains("error"), "\(command): \(run.err)")
  }

  /// A full disk is an error of these commands, too.
  @Test(arguments: ["export --all", "dump", "log", "list", "show people", "verify", "rules"])
  func fullDisksAreReported(_ command: String) throws {
    let folder = try TemporaryFolder(Self.filled.get())
    let run = try Shell.run("$formrec \(command) > /dev/full", in: folder)
    #expect(run.code == 2)
    #expect(
      run.err == "error: the output could not be written: No space left on device\n", "\(run.err)")
  }

  @Test func unwritableReceiptIsReported() throws {
    let folder = try Shell.folder()
    let before = try Shell.run("$formrec apply people.yaml --receipts ./no/r", in: folder)
    #expect(before.code == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("formrec.sqlite")))
    let run = try Shell.run("FORMREC_RECEIPTS=/dev/full $formrec apply people.yaml", in: folder)
    #expect(run.code == 2)
    #expect(run.err.contains("/dev/full: is not a regular file, so it cannot keep receipts"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("formrec.sqlite")))
  }
}

/// The log during concurrent writes.
@Suite struct FollowedLogTests {
  @Test func errorsListTheCommittedChanges() throws {
    let folder = try Shell.folder()
    let run = try Shell.run(
      """
      $formrec apply people.yaml > /dev/null
      $formrec log --follow --limit 1 --format ndjson > log &
      while [ ! -s log ]; do sleep 0.05; done
      for id in 1 2 3; do $formrec submit id=$id --by ana > /dev/null; done
      $formrec import people.csv > /dev/null
      $formrec purge 1 --by bo --reason erasure > /dev/null
      while ! grep -q purged log; do sleep 0.05; done
      kill -INT $!
      wait $!
      echo "$?"
      grep -c '"kind":"submission"' log
      grep -c . log
      """, in: folder)
    // rules, plan, intake, three submissions, import and its end, purge.
    #expect(run.out == "0\n3\n9\n")
    #expect(run.err == "")
  }
}
