import FormRecorder
import FormTestSupport
import Foundation
import Testing

/// Errors of the system while files are stored.
@Suite struct IncomingFileTests {
  @Test func folderThatCannotBeCreatedIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store.sqlite-uploads")
    try folder.write("a file", to: "store.sqlite-uploads")
    let error = #expect(throws: RecorderError.self) {
      try IncomingFile(forImportInto: folder.path("store.sqlite"))
    }
    #expect(error?.reason == .storage)
    #expect(error?.description.hasPrefix("\(path): ") == true)
  }

  @Test func fileThatRemainsIsReported() throws {
    let folder = try TemporaryFolder()
    let file = try IncomingFile(forImportInto: folder.path("store.sqlite"))
    try file.delete()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    // There is nothing to delete any more.
    try file.delete()
    try FileManager.default.createDirectory(
      atPath: file.path, withIntermediateDirectories: false)
    let error = #expect(throws: RecorderError.self) { try file.delete() }
    #expect(error?.reason == .storage)
    #expect(error?.description.hasPrefix("\(file.path): cannot be deleted: ") == true)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test(
    arguments: [
      POSIXError(.ENOSPC),
      CocoaError(
        .fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOSPC)]),
    ] as [any Error])
  func errorsOfTheSystemNameTheFile(_ error: any Error) {
    let error = RecorderError(error, file: "/data/a")
    #expect(error.reason == .storage)
    #expect(error.description == "/data/a: No space left on device")
  }
}
