import FormTestSupport
import Foundation
import Testing

/// File modes: exports and reports follow the umask, and databases are private.
@Suite struct FileModeTests {
  private static let outputs = [
    "export --all -o x.csv", "export --all --format ndjson -o x.csv",
    "export --all --xlsx -o x.csv",
    "export --to x.csv", "audit --html x.csv", "convert people.yaml --to sheet -o x.csv",
  ]

  private static let filled = Result {
    let folder = try Shell.folder()
    _ = try Shell.run("$formrec import people.csv --definitions people.yaml", in: folder)
    return try folder.contents()
  }

  private func mode(_ name: String, in folder: TemporaryFolder) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// Every output under one umask, and one output under the others.
  @Test(arguments: outputs.map { ($0, 0o027) } + [0o022, 0o077].map { (outputs[0], $0) })
  func outputsFollowTheUmask(_ command: String, _ umask: Int) throws {
    let folder = try TemporaryFolder(Self.filled.get())
    let mask = String(umask, radix: 8)
    let made = try Shell.run("umask \(mask); $formrec \(command)", in: folder)
    #expect(made.code == 0, "\(made.err)")
    #expect(try mode("x.csv", in: folder) == 0o666 & ~umask)
    // A replaced file keeps its mode, whatever the umask.
    let replaced = try Shell.run(
      "chmod 640 x.csv; umask \(mask); $formrec \(command) --force", in: folder)
    #expect(replaced.code == 0, "\(replaced.err)")
    #expect(try mode("x.csv", in: folder) == 0o640)
  }

  /// Only root can give a file to a group to which it does not belong; setpriv takes that right
  /// away.
  @Test(
    .enabled(if: geteuid() == 0),
    arguments: [("", 0o664), ("setpriv --bounding-set=-chown", 0o644)])
  func groupThatCannotBeSetGetsTheRightsOfOthers(_ prefix: String, _ expected: Int) throws {
    let folder = try TemporaryFolder(Self.filled.get())
    let run = try Shell.run(
      """
      touch x.csv && chgrp 4711 x.csv && chmod 664 x.csv || exit
      \(prefix) $formrec export --all -o x.csv --force
      """, in: folder)
    #expect(run.code == 0, "\(run.err)")
    #expect(try mode("x.csv", in: folder) == expected)
  }

  @Test func foldersFollowTheUmask() throws {
    let folder = try Shell.folder()
    _ = try Shell.run("$formrec import people.csv --definitions people.yaml", in: folder)
    let run = try Shell.run(
      "umask 027; $formrec export --all --split-by import -o parts", in: folder)
    #expect(run.code == 0, "\(run.err)")
    #expect(try mode("parts", in: folder) == 0o750)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("parts")) {
      #expect(try mode("parts/\(name)", in: folder) == 0o640)
    }
  }

  @Test func databasesArePrivate() throws {
    let folder = try Shell.folder()
    let run = try Shell.run(
      """
      umask 0; $formrec import people.csv --definitions people.yaml --receipts receipts
      $formrec backup copy.sqlite && chmod 666 copy.sqlite && $formrec backup copy.sqlite --force
      sqlite3 formrec.sqlite 'pragma user_version' > /dev/null 2>&1 || true
      $formrec submit id=3
      """, in: folder)
    #expect(run.code == 0, "\(run.err)")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    where name.contains(".sqlite") {
      #expect(try mode(name, in: folder) == 0o600, "\(name)")
    }
    #expect(try mode("receipts", in: folder) == 0o666)
  }
}
