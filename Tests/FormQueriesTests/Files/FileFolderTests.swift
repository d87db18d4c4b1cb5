import FormQueries
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Files that fields refer to by path. They are opened only inside the folder.
@Suite struct FileFolderTests {
  /// A folder of files next to files that must not be accessible.
  private func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for path in ["files/a/b", "other"] {
      try manager.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: true)
    }
    for path in ["files/top.txt", "files/a/b/deep.txt", "files/..hidden", "other/secret.txt"] {
      try Data("content of \(path)".utf8).write(to: URL(fileURLWithPath: folder.path(path)))
    }
    try manager.createSymbolicLink(
      atPath: folder.path("files/link.txt"), withDestinationPath: "../other/secret.txt")
    try manager.createSymbolicLink(
      atPath: folder.path("files/way"), withDestinationPath: "../other")
    try manager.createSymbolicLink(
      atPath: folder.path("files/inner"), withDestinationPath: "top.txt")
    // Safe because the compiler passes the string as NUL-terminated memory for the call.
    #expect(unsafe mkfifo(folder.path("files/pipe"), 0o600) == 0)
    return folder
  }

  @Test(
    arguments: [
      ("top.txt", nil), ("./top.txt", nil), ("a/b/deep.txt", nil), ("a//b/./deep.txt", nil),
      ("..hidden", nil),
      ("none.txt", .notFound), ("a/none/x", .notFound), ("a/b", .notFound), ("a", .notFound),
      ("", .notFound), (".", .notFound), ("top.txt/", .notFound), ("top.txt/x", .notFound),
      ("pipe", .notFound), (String(repeating: "x", count: 300), .notFound),
      (String(repeating: "a/", count: 5_000) + "x", .notFound),
      ("/etc/passwd", .outside), ("../other/secret.txt", .outside), ("a/../top.txt", .outside),
      ("..", .outside), ("link.txt", .outside), ("way/secret.txt", .outside), ("inner", .outside),
      ("top.txt\0.png", .outside), ("/\u{308}x", .outside), ("../\u{308}x", .outside),
      ("way/\u{308}x", .outside),
    ] as [(String, FileRefusal?)])
  func pathsStayInTheFolder(_ path: String, _ refusal: FileRefusal?) throws {
    let folder = try tree()
    let files = try FileFolder(folder.path("files"))
    do throws(FileRefusal) {
      let file = try files.open(path)
      #expect(refusal == nil, "\(path)")
      let bytes = try file.read(at: 0, count: 100)
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("content of files/"))
      #expect(file.size == bytes.count)
      #expect(try file.read(at: 8, count: 2) == Array("of".utf8))
    } catch {
      #expect(error == refusal, "\(path)")
    }
  }

  /// Replacing the folder with a link does not give access to files outside it.
  @Test func folderIsAccessedByDescriptor() throws {
    let folder = try tree()
    let files = try FileFolder(folder.path("files"))
    let manager = FileManager.default
    try manager.moveItem(atPath: folder.path("files"), toPath: folder.path("moved"))
    try manager.createSymbolicLink(
      atPath: folder.path("files"), withDestinationPath: folder.path("other"))
    #expect(throws: FileRefusal.notFound) { try files.open("secret.txt") }
    #expect(try files.open("top.txt").size == "content of files/top.txt".utf8.count)
  }

  @Test func pathsThatAreNotFoldersAreRefused() throws {
    let folder = try tree()
    #expect(throws: RecorderError.self) { try FileFolder(folder.path("none")) }
    #expect(throws: RecorderError.self) { try FileFolder(folder.path("files/top.txt")) }
  }
}
