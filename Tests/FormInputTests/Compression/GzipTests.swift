import FormTestSupport
import Foundation
import Testing

@testable import FormInput

@Suite struct GzipTests {
  /// The output of `printf 'a,b\n1,2\n' | gzip -n`, and of the same for `3,4\n5,6\n`.
  private static let first = bytes("H4sIAAAAAAAAA0vUSeIy1DHiAgB7B5cKCAAAAA==")
  private static let second = bytes("H4sIAAAAAAAAAzPWMeEy1THjAgB5Sk0sCAAAAA==")

  private static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map(Array.init) ?? []
  }

  private func read(
    _ bytes: [UInt8], chunkSize: Int = .max
  ) -> (texts: [[String?]], detected: DetectedProperties, error: ReaderError?) {
    do throws(ReaderError) {
      let source = MemoryByteSource(bytes, chunkSize: chunkSize)
      let result = readAll(try openReader(source: source))
      return (result.records.map(\.texts), result.detected, result.error)
    } catch {
      return ([], DetectedProperties(), error)
    }
  }

  @Test(arguments: 1...60)
  func concatenatedMembersAreRead(chunkSize: Int) {
    let padding: [UInt8] = Array(repeating: 0, count: 100)
    let result = read(Self.first + Self.second + padding, chunkSize: chunkSize)
    #expect(result.texts == [["1", "2"], ["3", "4"], ["5", "6"]])
    #expect(result.detected.isCompressed)
    #expect(result.error == nil)
  }

  @Test(arguments: 2..<first.count)
  func truncatedFileIsAnError(count: Int) {
    let result = read(Array(Self.first.prefix(count)))
    #expect(result.error?.kind == .compression)
    #expect(result.error?.message.contains("truncated") == true)
  }

  @Test func corruptionIsReportedAfterTheRecords() {
    var bytes = Self.first + Self.second
    bytes[bytes.count - 6] ^= 1
    let result = read(bytes)
    #expect(result.texts == [["1", "2"], ["3", "4"], ["5", "6"]])
    #expect(result.error?.message.contains("damaged") == true)
    bytes = Self.first
    bytes[12] ^= 0xFF
    #expect(read(bytes).error?.kind == .compression)
  }

  @Test(arguments: ["x", "\0x"])
  func trailingDataIsAnError(_ text: String) {
    let result = read(Self.first + Array(text.utf8))
    #expect(result.error?.message.contains("followed") == true)
  }

  /// The content of a damaged file counts up to the damage.
  @Test(arguments: [(16, true), (15, false), (8, false), (0, false)])
  func contentIsCounted(maximum: Int, isWithin: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.csv.gz")
    for damage in [[], [1]] as [[UInt8]] {
      try Data(Self.first + Self.second + damage).write(to: URL(filePath: path))
      #expect(try hasContent(atMost: maximum, inFile: path) == isWithin)
    }
  }

  /// 200 MB of zeros, compressed twice; the test removes the outer layer.
  @Test func decompressionBombIsRefused() throws {
    let outer = Self.bytes(Self.bomb)
    var inner: [UInt8] = []
    var source = try GzipByteSource(MemoryByteSource(outer))
    while try source.read(appendingTo: &inner, atMost: 1 << 20) > 0 {}
    source = try GzipByteSource(MemoryByteSource(inner))
    var content: [UInt8] = []
    var count = 0
    let error = #expect(throws: ReaderError.self) {
      while try source.read(appendingTo: &content, atMost: 1 << 20) > 0 {
        count += content.count
        content.removeAll(keepingCapacity: true)
      }
    }
    #expect(error?.message.contains("1000 times") == true, "\(error?.message ?? "none")")
    #expect(count >= 64 << 20 && count < 200_000_000)
  }

  private static let bomb = """
    H4sIAAAAAAACA+3dscrTUBzG4cZE+PCDph06ZTCXkaXYKmQTMtS59AI6OjcQOrl84DU4O3UVdOodtG7dFYcinYrR
    k7s48jzTmX/zy/m//PAwCp6lP78myb9H+/Tn86+HFyMAAAAAAAAAIHLt9y4NY4BR2Z/q5h0AAAAAAAAAELtNPs6G
    UcB9XSzlAAAAAAAAAIDo7efVZPgh4LrbZnIAAAAAAAAAQPRmt8ti2AIc+8N0pQcAAAAAAAAARO/cpUnYApT9qW7k
    AAAAAAAAAIDobfJxFrYA7X1dLOUAAAAAAAAAgOjt59VkOBJw3W0zOQAAAAAAAAAgerPbZTFsAY79YbrSAwAAAAAA
    AACid+7SJGwByv5UN3IAAAAAAAAAQPQ2+TgLW4D2vi6WcgAAAAAAAABA9PbzajIcCbjutpkcAAAAAAAAABC92e2y
    GLYAx/4wXekBAAAAAAAAANE7d2kStgBlf6obOQAAAAAAAAAgept8nIUtQHtfF0s5AAAAAAAAACB6+3k1GY4EXHfb
    TA4AAAAAAAAAiN7sdlkMW4Bjf5iu9AAAAAAAAACA6J27NAlbgLI/1Y0cAAAAAAAAABC9TT7Owhagva+LpRwAAAAA
    AAAAEL39vJoMRwKuu20mBwAAAAAAAABEb3a7LIYtwLE/TFd6AAAAAAAAAED0zl2ahC1A2Z/qRg4AAAAAAAAAiN4m
    H2dhC9De18VSDgAAAAAAAACI3qd5VYaPASa/+/evXj8fAQAAAAD8/9qPozeXt19G3348/gUd60cqSfYCAA==
    """
}
