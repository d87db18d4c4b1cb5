import FormRecorder
import FormRecorderTestSupport
import FormRules
import Foundation
import GRDB
import Testing

/// Uploaded files are included in backups, and deleted with the last submission that refers to
/// them.
@Suite struct SubmittedFilesTests {
  private static let definitions = """
    form: people
    fields:
      - {name: id, type: integer}
      - {name: photo, type: text}
    ---
    rules: people
    form: people
    """

  private func submit(_ id: Int, _ photo: String, _ recorder: Recorder) throws {
    _ = try recorder.submit(SubmissionRequest(fields: [("id", "\(id)"), ("photo", photo)]))
  }

  private func purge(_ id: Int64, _ recorder: Recorder) throws -> PurgeReport {
    var selection = SubmissionSelection.all
    selection.submissions = [id]
    return try recorder.purge(PurgeRequest(selection, by: "Ana", reason: "request"))
  }

  @Test func purgesDeleteFilesThatAreNoLongerUsed() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let (shared, own) = (try uploads.store([1]), try uploads.store([2]))
    try submit(1, shared, store.recorder)
    try submit(2, shared, store.recorder)
    try submit(3, own, store.recorder)
    let (pending, older) = (try uploads.store([3]), try uploads.store([4]))
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: uploads.path))
    }
    #expect(try purge(1, store.recorder).files == 0)
    #expect(try names() == [shared, own, pending, older])
    #expect(try purge(2, store.recorder).files == 1)
    #expect(try names() == [own, pending, older])
    // A file that was uploaded more than 48 hours ago and never submitted is deleted too.
    for (name, hours) in [(pending, 47), (older, 49)] as [(String, Double)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -hours * 3600)],
        ofItemAtPath: "\(uploads.path)/\(name)")
    }
    #expect(try purge(3, store.recorder).files == 2)
    #expect(try names() == [pending])
  }

  /// A reader that keeps the traces of the cells does not keep the files.
  @Test func blockedPurgesDeleteFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let name = try uploads.store([1])
    try submit(1, name, store.recorder)
    let reader = try DatabaseQueue(path: store.recorder.database)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM submission")
      store.recorder.settings.lockTimeout = 0.1
      #expect(throws: RecorderError.self) { try purge(1, store.recorder) }
      try db.execute(sql: "COMMIT")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(uploads.path)/\(name)"))
    #expect(try purge(1, store.recorder).purgedBefore == 1)
  }

  /// A purge that is killed after the commit leaves files whose names a repeated one does not find.
  @Test func repeatedPurgesDeleteFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let (name, pending) = (try uploads.store([1]), try uploads.store([2]))
    var request = SubmissionRequest(fields: [("id", "1"), ("photo", name)])
    request.uploads = [name]
    _ = try store.recorder.submit(request)
    let (file, left) = ("\(uploads.path)/\(name)", store.path("left"))
    try FileManager.default.linkItem(atPath: file, toPath: left)
    #expect(try purge(1, store.recorder).files == 1)
    try FileManager.default.moveItem(atPath: left, toPath: file)
    #expect(try purge(1, store.recorder).files == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: uploads.path) == [pending])
  }

  /// A restored folder takes the place of another one while a server runs.
  @Test func filesAreOpenedInTheCurrentFolder() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let (name, path) = (try uploads.store([1]), uploads.path)
    #expect(try uploads.open(name).size == 1)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    let added = try uploads.store([2, 3])
    #expect(try uploads.open(added).size == 2)
    #expect(throws: FileRefusal.notFound) { try uploads.open(name) }
  }

  /// A purge deletes a file between its upload and the commit of a record that refers to it.
  @Test func recordsAreNotStoredWithoutTheirFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let name = try uploads.store([1])
    try submit(1, name, store.recorder)
    try submit(2, "x", store.recorder)
    #expect(try uploads.store([1]) == name)
    #expect(try purge(1, store.recorder).files == 1)
    func request(_ id: Int) -> SubmissionRequest {
      var request = SubmissionRequest(fields: [("id", "\(id)"), ("photo", name)])
      request.uploads = [name]
      return request
    }
    // Records are stored alone, or together.
    for requests in [[request(3)], [request(3), request(4)]] {
      let error = #expect(throws: RecorderError.self) { try store.recorder.submit(requests) }
      #expect(error?.reason == .fileRemoved)
    }
    var correction = CorrectionRequest([SubmissionPatch(2, ["photo": name])])
    (correction.correctsAccepted, correction.uploads) = (true, [name])
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importCorrections(correction)
    }
    #expect(error?.reason == .fileRemoved)
    #expect(try store.rows("SELECT 1 FROM event WHERE kind = 'submission'").count == 2)
    _ = try uploads.store([1])
    #expect(try store.recorder.submit([request(3), request(4)]).allSatisfy { !$0.isRejected })
    #expect(try store.recorder.importCorrections(correction).corrections?.imports.count == 1)
  }

  /// A backup that replaces another one loses the files of purged submissions, and no others.
  @Test func replacedBackupsLosePurgedFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let (purged, kept) = (try uploads.store([1]), try uploads.store([2]))
    try submit(1, purged, store.recorder)
    try submit(2, kept, store.recorder)
    let copy = store.path("copy.sqlite")
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: "\(copy)-files"))
    }
    #expect(try store.recorder.backUp(to: copy).files == 2)
    try store.write("mine", to: "copy.sqlite-files/notes")
    #expect(try purge(1, store.recorder).files == 1)
    // A backup that is refused deletes nothing.
    #expect(throws: RecorderError.self) { try store.recorder.backUp(to: copy) }
    #expect(try names() == [purged, kept, "notes"])
    #expect(try store.recorder.backUp(to: copy, replacing: true).files == 1)
    #expect(try names() == [kept, "notes"])
    // The store has lost its folder. Submissions still refer to the file.
    try FileManager.default.removeItem(atPath: uploads.path)
    #expect(try store.recorder.backUp(to: copy, replacing: true).files == 0)
    #expect(try names() == [kept, "notes"])
  }

  /// A backup of the backup takes the place of a lost store, but not beside its WAL.
  @Test func backupsAreRestoredWithFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let name = try SubmittedFiles(database: store.recorder.database).store([1])
    try submit(1, name, store.recorder)
    let copy = Recorder(database: store.path("copy.sqlite"))
    _ = try store.recorder.backUp(to: copy.database)
    let place = store.path("place.sqlite")
    try store.write("changes", to: "place.sqlite-wal")
    let error = #expect(throws: RecorderError.self) { try copy.backUp(to: place) }
    #expect(error?.description.contains("to restore a backup, remove the file") == true)
    try FileManager.default.removeItem(atPath: place + "-wal")
    #expect(try copy.backUp(to: place).files == 1)
    #expect(try Recorder(database: place).verify().isOK)
    #expect(FileManager.default.contents(atPath: "\(place)-files/\(name)") == Data([1]))
  }

  @Test func backupsContainFiles() throws {
    let store = try TemporaryStore(Self.definitions)
    let uploads = SubmittedFiles(database: store.recorder.database)
    let name = try uploads.store([1, 2, 3])
    try submit(1, name, store.recorder)
    let copy = store.path("copy.sqlite")
    // A killed backup has left a file.
    let leftover = try { try SubmittedFiles(database: copy).receive().path }()
    try Data().write(to: URL(filePath: leftover))
    #expect(try store.recorder.backUp(to: copy).files == 1)
    #expect(!FileManager.default.fileExists(atPath: leftover))
    #expect(FileManager.default.contents(atPath: "\(copy)-files/\(name)") == Data([1, 2, 3]))
    try Data([9]).write(to: URL(filePath: "\(uploads.path)/\(name)"))
    #expect(throws: RecorderError.self) {
      try store.recorder.backUp(to: store.path("other.sqlite"))
    }
    #expect(!FileManager.default.fileExists(atPath: store.path("other.sqlite")))
  }
}
