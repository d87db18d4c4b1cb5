import FormRecorder
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
      ("top.txt\0.png", .outside),
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

  private static let definitions = """
    form: photos
    fields:
      - {name: id, type: integer}
      - {name: photo, type: file}
    ---
    rules: photos
    form: photos
    fields:
      photo:
        - image: {minWidth: 2}
        - byteSize: {max: 50}
    """

  private let gif = Data(
    base64Encoded: "R0lGODlhAgABAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAEAAAICRAoAOw==")!

  /// A run with rules that read files requires a folder or the exclusion of these rules.
  @Test func runsRequireAFolderOrExclusion() throws {
    let store = try TemporaryStore(Self.definitions)
    try gif.write(to: URL(fileURLWithPath: store.path("a.gif")))
    try store.write("id,photo\n1,a.gif\n2,b.gif\n3,../x\n4,\n", to: "photos.csv")
    var request = ImportRequest(path: store.path("photos.csv"))
    var notes: [String] = []
    let events = ImportEvents(note: { notes.append($0.description) })
    #expect {
      try store.recorder.importFile(request, events)
    } throws: { error in
      (error as? RecorderError)?.isUsage == true
        && "\(error)".hasPrefix("photo.image, photo.byteSize: reads files that fields refer to")
    }
    request.files = .access(try FileFolder(store.folderPath))
    request.allowsReimport = true
    let report = try store.recorder.importFile(request, events)
    #expect((report.accepted, report.rejected) == (2, 2))
    #expect(
      try store.rows("SELECT record, code FROM error_view ORDER BY record, code") == [
        "2|byteSize.notFound", "2|image.notFound", "3|byteSize.outside", "3|image.outside",
      ])
    #expect(notes.isEmpty)
    request.files = .excluded
    #expect(try store.recorder.importFile(request, events).rejected == 0)
    #expect(
      notes == [
        "rule photo.image is excluded: it reads files",
        "rule photo.byteSize is excluded: it reads files",
      ])
    #expect(try store.rows("SELECT sum(skipped) FROM run_rule WHERE run = 2") == ["6"])
  }

  @Test func replaysAndSubmissionsRequireAFolder() throws {
    let store = try TemporaryStore(Self.definitions)
    var submission = SubmitRequest(fields: [("id", "1"), ("photo", "a.gif")])
    #expect(throws: RecorderError.self) { try store.recorder.submit(submission) }
    submission.files = .access(try FileFolder(store.folderPath))
    #expect(try store.recorder.submit(submission).errors.map(\.code).first == "image.notFound")
    try gif.write(to: URL(fileURLWithPath: store.path("a.gif")))
    var replay = ReplayRequest()
    #expect(throws: RecorderError.self) { try store.recorder.replay(replay) }
    replay.files = submission.files
    let report = try store.recorder.replay(replay)
    #expect(
      report.byRule.map { "\($0.rule) \($0.before) \($0.after)" } == [
        "photo.image 1 0", "photo.byteSize 1 0",
      ])
  }
}
