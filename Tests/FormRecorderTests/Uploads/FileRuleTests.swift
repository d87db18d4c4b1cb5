import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

/// Runs whose rules read files that fields refer to.
@Suite struct FileRuleTests {
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
    let callbacks = ImportCallbacks(note: { notes.append($0.description) })
    #expect {
      try store.recorder.importFile(request, callbacks)
    } throws: { error in
      (error as? RecorderError)?.isUsage == true
        && "\(error)".hasPrefix("photo.image, photo.byteSize: reads files that fields refer to")
    }
    request.files = .access(try FileFolder(store.folderPath))
    request.allowsReimport = true
    let report = try store.recorder.importFile(request, callbacks)
    #expect((report.accepted, report.rejected) == (2, 2))
    #expect(
      try store.rows("SELECT record, code FROM error_view ORDER BY record, code") == [
        "2|byteSize.notFound", "2|image.notFound", "3|byteSize.outside", "3|image.outside",
      ])
    #expect(notes.isEmpty)
    request.files = .excluded
    #expect(try store.recorder.importFile(request, callbacks).rejected == 0)
    #expect(
      notes == [
        "rule photo.image is excluded: it reads files",
        "rule photo.byteSize is excluded: it reads files",
      ])
    #expect(try store.rows("SELECT sum(skipped) FROM run_rule WHERE run = 2") == ["6"])
  }

  @Test func replaysAndSubmissionsRequireAFolder() throws {
    let store = try TemporaryStore(Self.definitions)
    var submission = SubmissionRequest(fields: [("id", "1"), ("photo", "a.gif")])
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
