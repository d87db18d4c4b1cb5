import FormTestSupport
import Testing

@testable import FormInput

@Suite struct ZipArchiveTests {
  private func message(_ bytes: [UInt8], entry: String? = nil) -> String? {
    do throws(ReaderError) {
      let result = readAll(
        try openReader(
          source: MemoryByteSource(bytes), name: "x.zip",
          options: ReaderOptions { $0.entry = entry }))
      return result.error?.message
    } catch {
      return error.message
    }
  }

  @Test func zipEntryIsSelectedByName() {
    let two = StoredZip.bytes([
      ("a.csv", ""), ("in/b.csv", ""), ("readme.md", ""), ("__MACOSX/a.csv", ""),
    ])
    #expect(message(two) == "the zip file contains 'a.csv', 'in/b.csv'")
    #expect(
      message(two, entry: "c")?.hasSuffix("it contains 'a.csv', 'in/b.csv', 'readme.md'") == true)
    // The entry is found and empty.
    for name in ["a.csv", "in/b.csv", "b.csv"] {
      #expect(message(two, entry: name)?.hasPrefix("no header") == true)
    }
    #expect(
      message(StoredZip.bytes([("a.csv", ""), ("x.md", "")]))?.hasPrefix("no header") == true)
    #expect(message(StoredZip.bytes([]))?.contains("empty") == true)
    #expect(message(Array("a,b\n1,2\n".utf8), entry: "a")?.contains("not a zip file") == true)
  }

  @Test func unsupportedEntriesAreReported() {
    let files = [("a.csv", "a\n1\n")]
    #expect(message(StoredZip.bytes(files, checksum: 1))?.contains("checksum") == true)
    #expect(message(StoredZip.bytes(files, flags: 1))?.contains("encrypted") == true)
    #expect(message(StoredZip.bytes(files, method: 12))?.contains("method (12)") == true)
    #expect(message(StoredZip.bytes(files, size: 2))?.contains("checksum") == true)
    #expect(message(StoredZip.bytes(files, method: 8))?.contains("the zip data is") == true)
  }

  /// Reading a truncated or altered directory does not trap.
  @Test func damagedArchivesDoNotTrap() {
    let whole = StoredZip.bytes([("a.csv", ""), ("b.csv", "")])
    for index in 4..<whole.count {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var bytes = whole
        bytes[index] = value
        _ = message(bytes, entry: "a.csv")
      }
      #expect(message(Array(whole.prefix(index)), entry: "a.csv") != nil)
    }
  }
}
