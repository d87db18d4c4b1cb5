import Testing

@testable import FormCSV

@Suite struct ZipArchiveTests {
  /// A zip file with these entries, stored; the checksum of each is wrong unless it is empty.
  static func zip(
    _ entries: [(name: String, content: String)], flags: UInt8 = 0, method: UInt8 = 0,
    size: Int? = nil
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in entries {
      let (name, content) = (Array(name.utf8), Array(content.utf8))
      let fields: [UInt8] =
        [20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(0, 4) + number(content.count, 4)
        + number(size ?? content.count, 4) + number(name.count, 2) + number(0, 2)
      directory +=
        [0x50, 0x4B, 1, 2, 20, 0] + fields + number(0, 10) + number(bytes.count, 4) + name
      bytes += [0x50, 0x4B, 3, 4] + fields + name + content
    }
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(entries.count, 2)
      + number(entries.count, 2) + number(directory.count, 4) + number(bytes.count, 4) + [0, 0]
  }

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

  @Test func whichEntryIsSaid() {
    let two = Self.zip([("a.csv", ""), ("in/b.csv", ""), ("readme.md", ""), ("__MACOSX/a.csv", "")])
    #expect(message(two) == "the zip file has 'a.csv', 'in/b.csv'; say which with --entry NAME")
    #expect(message(two, entry: "c")?.hasSuffix("it has 'a.csv', 'in/b.csv', 'readme.md'") == true)
    // Found, and empty.
    for name in ["a.csv", "in/b.csv", "b.csv"] {
      #expect(message(two, entry: name)?.hasPrefix("no header") == true)
    }
    #expect(message(Self.zip([("a.csv", ""), ("x.md", "")]))?.hasPrefix("no header") == true)
    #expect(message(Self.zip([]))?.contains("empty") == true)
    #expect(message(Array("a,b\n1,2\n".utf8), entry: "a")?.contains("--entry is for zip") == true)
  }

  @Test func whatCannotBeUnpackedIsNamed() {
    let files = [("a.csv", "a\n1\n")]
    #expect(message(Self.zip(files))?.contains("checksum") == true)
    #expect(message(Self.zip(files, flags: 1))?.contains("password") == true)
    #expect(message(Self.zip(files, method: 12))?.contains("method 12") == true)
    #expect(message(Self.zip(files, size: 2))?.contains("checksum") == true)
    #expect(message(Self.zip(files, method: 8))?.contains("the zip data is") == true)
  }

  /// Whatever is cut or changed of it, the directory is read without a trap.
  @Test func everyByteMayBeWrong() {
    let whole = Self.zip([("a.csv", ""), ("b.csv", "")])
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
