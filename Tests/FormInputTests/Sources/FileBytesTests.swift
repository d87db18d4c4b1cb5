import FormBytes
import Foundation
import Testing

@Suite struct FileBytesTests {
  @Test func readsAFileOrItsBeginning() throws {
    let content = try Array(Data(contentsOf: URL(fileURLWithPath: #filePath)))
    #expect(FileBytes.read(#filePath, atMost: .max) == content)
    #expect(FileBytes.read(#filePath, atMost: content.count) == content)
    #expect(FileBytes.read(#filePath, atMost: 7) == Array(content.prefix(7)))
    #expect(FileBytes.read("/dev/null", atMost: .max) == [])
  }

  /// The status of such a file has size 0.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mountinfo")))
  func readsAFileWithoutSize() {
    #expect(FileBytes.read("/proc/self/mountinfo", atMost: .max)?.isEmpty == false)
  }

  @Test(arguments: ["/", "/nowhere/at/all"])
  func otherPathsCannotBeRead(path: String) {
    #expect(FileBytes.read(path, atMost: .max) == nil)
  }
}
