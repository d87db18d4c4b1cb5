import FormTestSupport
import Foundation
import Testing

@testable import FormStore

/// The files of SQLite next to a store. Whoever creates one of them decides what SQLite reads.
@Suite struct CompanionFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("s.sqlite")
    _ = try WritableStore(writingAt: path)
  }

  /// - Parameter mode: The permissions of the store.
  private func open(mode: mode_t) throws {
    _ = unsafe chmod(path, mode)
    _ = try Store(readingAt: path)
    _ = try WritableStore(writingAt: path)
  }

  /// Only root can create files of other users.
  @Test(.enabled(if: geteuid() == 0), arguments: ["-wal", "-shm", "-journal"])
  func fileOfAnotherUserIsRefused(_ suffix: String) throws {
    try folder.write("planted", to: "s.sqlite" + suffix)
    #expect(unsafe chown(path + suffix, 4_711, 4_711) == 0)
    for mode: mode_t in [0o600, 0o644, 0o660] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(throws: StoreError.self) { try Store(readingAt: path) }
      let error = #expect(throws: StoreError.self) { try open(mode: mode) }
      #expect(error?.description.contains("\(suffix): belongs to user 4711") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(try String(contentsOfFile: path + suffix, encoding: .utf8) == "planted")
    }
  }

  /// Users who may write the store may also create its other files.
  @Test(.enabled(if: geteuid() == 0)) func filesOfUsersWhoMayWriteAreAccepted() throws {
    for (mode, user, group) in [
      (0o660, 4_711, getgid()), (0o666, 4_711, 4_711), (0o600, 0, 0),
    ] as [(mode_t, uid_t, gid_t)] {
      try folder.write("", to: "s.sqlite-wal")
      #expect(unsafe chown(path + "-wal", user, group) == 0)
      try open(mode: mode)
    }
    #expect(unsafe chown(path, 4_711, 4_711) == 0)
    try folder.write("", to: "s.sqlite-wal")
    #expect(unsafe chown(path + "-wal", 4_711, 4_711) == 0)
    try open(mode: 0o600)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func linkIsRefused(_ suffix: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix, withDestinationPath: folder.path("elsewhere"))
    #expect(throws: StoreError.self) { try Store(readingAt: path) }
    #expect(throws: StoreError.self) { try WritableStore(writingAt: path) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
  }

  /// A killed backup leaves a copy of the cells.
  @Test func nextWriterDeletesTemporaryFiles() throws {
    let leftover: String
    do { leftover = try TemporaryFile(beside: path).path }
    for suffix in ["", "-journal"] {
      try Data("cells".utf8).write(to: URL(fileURLWithPath: leftover + suffix))
    }
    _ = try Store(readingAt: path)
    #expect(FileManager.default.fileExists(atPath: leftover))
    _ = try WritableStore(writingAt: path)
    for suffix in ["", "-journal"] {
      #expect(!FileManager.default.fileExists(atPath: leftover + suffix))
    }
  }
}
