import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

@Suite struct ServerKeyTests {
  @Test func keyIsStoredForItsOwner() throws {
    let folder = try TemporaryFolder()
    let database = folder.path("forms.sqlite")
    let key = ServerKey(database: database)
    #expect(key.bytes.count == 32 && ServerKey(database: database).bytes == key.bytes)
    #expect(key.error == nil && ServerKey(database: database).error == nil)
    #expect(ServerKey(database: folder.path("other.sqlite")).bytes != key.bytes)
    let attributes = try FileManager.default.attributesOfItem(atPath: database + "-key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// A file that is not a key is neither used nor replaced.
  @Test(arguments: ["", "short", String(repeating: "x", count: 33)])
  func otherFilesAreNoKeys(_ content: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(content, to: "forms.sqlite-key")
    let database = folder.path("forms.sqlite")
    #expect(ServerKey(database: database).bytes != ServerKey(database: database).bytes)
    #expect(ServerKey(database: database).error?.reason == .storage)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test func withoutAFolderTheKeyIsNotStored() {
    let database = "/nonexistent/forms.sqlite"
    #expect(ServerKey(database: database).bytes != ServerKey(database: database).bytes)
    let error = ServerKey(database: database).error
    #expect(error?.reason == .storage)
    #expect(error?.description.hasPrefix("\(database)-key: ") == true)
  }
}
