import FormTestSupport
import Foundation
import Testing

@testable import FormStore

@Suite struct TemporaryFileTests {
  private func names(_ folder: TemporaryFolder) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("")))
  }

  @Test func publishedFileHasItsName() throws {
    let folder = try TemporaryFolder()
    let file = try TemporaryFile(beside: folder.path("out"))
    try Data("new".utf8).write(to: URL(fileURLWithPath: file.path))
    try file.publish(as: folder.path("out"), replacing: false)
    #expect(try names(folder) == ["out"])
    let second = try TemporaryFile(beside: folder.path("out"))
    let error = #expect(throws: SystemError.self) {
      try second.publish(as: folder.path("out"), replacing: false)
    }
    #expect(error?.number == EEXIST)
    #expect(try String(contentsOfFile: folder.path("out"), encoding: .utf8) == "new")
    try second.publish(as: folder.path("out"), replacing: true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("out"))).isEmpty)
    #expect(FileIdentity(folder.path("out"))?.links == 1)
  }

  @Test func unpublishedFilesAndTheirJournalsAreDeleted() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try TemporaryFile(beside: folder.path("out"))
      try Data().write(to: URL(fileURLWithPath: file.path + "-journal"))
    }
    #expect(try names(folder) == [])
  }

  /// A leftover file has a name that only formrec uses, and its lock is free.
  @Test func onlyLeftoversAreDeleted() throws {
    let folder = try TemporaryFolder()
    let live = try TemporaryFile(beside: folder.path("out"))
    let leftover: String
    do {
      let killed = try TemporaryFile(beside: folder.path("out"))
      leftover = killed.path
    }
    var kept: Set = [URL(fileURLWithPath: live.path).lastPathComponent]
    for name in [
      ".formrec-1-1.tmp", ".formrec-00112233445566778899aabbccddeeff.tmp", ".formrec-.tmp",
      ".formrec-notes", "data.tmp",
    ] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
      kept.insert(name)
    }
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: leftover + suffix))
    }
    TemporaryFile.deleteLeftovers(in: folder.path(""))
    #expect(try names(folder) == kept)
  }

  /// The name is one of formrec's, but the file is a symbolic link.
  @Test func linksAreNotDeleted() throws {
    let folder = try TemporaryFolder()
    let path: String
    do { path = try TemporaryFile(beside: folder.path("out")).path }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path("mine")))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path("mine"))
    TemporaryFile.deleteLeftovers(in: folder.path(""))
    #expect(try names(folder).count == 2)
  }
}
