import FormTestSupport
import Foundation
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

  /// All entries of an archive count, also those that are not read.
  @Test(arguments: [(8, true), (7, false)])
  func contentIsCounted(maximum: Int, isWithin: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.zip")
    let bytes = StoredZip.bytes([("a.csv", "a\n1\n"), ("b.txt", "1234")])
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try hasContent(atMost: maximum, inFile: path) == isWithin)
  }

  @Test(arguments: [(10_000, true), (10_001, false)])
  func entriesAreLimited(count: Int, isRead: Bool) {
    let entries = (0..<count).map { (name: "\($0).csv", content: "") }
    let message = message(StoredZip.bytes(entries), entry: "1.csv") ?? ""
    #expect(message.contains(isRead ? "no header" : "more than 10000 entries"), "\(message)")
  }

  /// Only the entries with content count.
  @Test func emptyEntriesAreIgnored() {
    for others in [[("b.txt", "")], [("b.csv", ""), ("c.json", "")]] {
      #expect(message(StoredZip.bytes([("a.csv", "a\n1\n")] + others)) == nil)
      #expect(message(StoredZip.bytes([("a.bin", "a\n1\n")] + others)) == nil)
    }
  }

  @Test func unsupportedEntriesAreReported() {
    let files = [("a.csv", "a\n1\n")]
    #expect(message(StoredZip.bytes(files, checksum: 1))?.contains("checksum") == true)
    #expect(message(StoredZip.bytes(files, flags: 1))?.contains("encrypted") == true)
    #expect(message(StoredZip.bytes(files, method: 12))?.contains("method (12)") == true)
    #expect(message(StoredZip.bytes(files, size: 2))?.contains("checksum") == true)
    #expect(message(StoredZip.bytes(files, method: 8))?.contains("the zip data is") == true)
  }

  /// The record of large archives says that their directory begins beyond the file.
  @Test(arguments: [0, 1 << 20, 1 << 40, UInt64.max]) func directoriesAreInTheFile(_ start: UInt64)
  {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let locator = Array("PK\u{6}\u{7}".utf8) + bytes(UInt32(0)) + bytes(start) + bytes(UInt32(1))
    let end = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    let message = message(Array("PK\u{3}\u{4}".utf8) + locator + end)
    #expect(message?.contains("directory is") == true, "\(message ?? "")")
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
