import FormInput
import FormTestSupport
import Foundation
import Testing

@Suite struct FileByteSourceTests {
  @Test func readsAFile() throws {
    var source = try FileByteSource(path: #filePath)
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 100) > 0 {}
    #expect(try bytes == Array(Data(contentsOf: URL(fileURLWithPath: #filePath))))
  }

  @Test(arguments: [("/", "directory"), ("/nowhere/at/all", "No such file"), ("", "No such file")])
  func pathsThatAreNotFilesAreRefused(path: String, why: String) {
    let error = #expect(throws: ReaderError.self) {
      _ = try FileByteSource(path: path)
    }
    #expect(error?.kind == .input)
    #expect(error?.message.contains(why) == true)
  }
}
