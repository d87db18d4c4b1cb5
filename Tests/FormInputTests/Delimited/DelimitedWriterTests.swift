import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

@Suite struct DelimitedWriterTests {
  private func write(_ records: [[String]], _ writer: DelimitedWriter = DelimitedWriter())
    -> [UInt8]
  {
    var writer = writer
    var output: [UInt8] = []
    for record in records {
      for cell in record { writer.append(cell, to: &output) }
      writer.endRecord(to: &output)
    }
    return output
  }

  @Test func quotesOnlyWhereRequired() {
    let records = [
      ["a b", "c,d", "e\"f", "g\nh", "i\rj", " ", "", "'", ";", "\t"], [""], ["", ""],
    ]
    #expect(
      String(decoding: write(records), as: UTF8.self)
        == "a b,\"c,d\",\"e\"\"f\",\"g\nh\",\"i\rj\", ,,',;,\t\n\"\"\n,\n")
    let semicolons = DelimitedWriter(delimiter: UInt8(ascii: ";"), lineEnd: .crlf)
    #expect(
      String(decoding: write([["a,b", "c;d"]], semicolons), as: UTF8.self) == "a,b;\"c;d\"\r\n")
  }

  @Test(arguments: [["\u{FEFF}a"], ["sep=;"], ["sep=", ""], ["Sep=", ""], ["SEP=|"]])
  func prefixOfAFileIsRead(_ record: [String]) throws {
    let output = write([record], DelimitedWriter(delimiter: UInt8(ascii: ";")))
    #expect(try read(output, delimiter: UInt8(ascii: ";")) == [record])
  }

  private func read(_ bytes: [UInt8], delimiter: UInt8) throws -> [[String]] {
    let options = ReaderOptions {
      $0.headerLine = 0
      $0.delimiter = delimiter
    }
    let result = readAll(try DelimitedReader(source: MemoryByteSource(bytes), options: options))
    #expect(result.error == nil)
    return result.records.map { record in record.texts.map { $0 ?? "nil" } }
  }

  @Test func writtenRecordsRoundTrip() throws {
    let alphabet = Array("\"\"\",;\n\r ab\u{1}\\é😀\u{FEFF}")
    let failure = try RandomRounds.run("DelimitedWriter", 500) { random, show in
      let width = Int.random(in: 1...4, using: &random)
      let records = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<width).map { _ in
          String(
            (0..<Int.random(in: 0...5, using: &random)).map { _ in
              alphabet.randomElement(using: &random)!
            })
        }
      }
      let delimiter = [UInt8(ascii: ","), UInt8(ascii: ";"), 9].randomElement(using: &random)!
      show("\(records) \(delimiter)")
      let output = write(records, DelimitedWriter(delimiter: delimiter, lineEnd: .crlf))
      let found = try read(output, delimiter: delimiter)
      return found.map { $0.map { Array($0.utf8) } } == records.map { $0.map { Array($0.utf8) } }
        ? nil : "\(found)"
    }
    #expect(failure == nil)
  }

  /// Exports with every byte as it was received contain NUL.
  @Test func recordsWithNULAreMalformed() throws {
    let options = ReaderOptions {
      $0.headerLine = 0
      $0.delimiter = UInt8(ascii: ",")
    }
    let output = write([["a\0", "b"]])
    let result = readAll(try DelimitedReader(source: MemoryByteSource(output), options: options))
    #expect(result.records.map(\.texts) == [["a\0", "b"]])
    #expect(result.records.map { $0.fault?.code } == [.nul])
  }

  /// The Big List of Naughty Strings round-trips through CSV and JSON.
  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func naughtyStringsRoundTrip() throws {
    struct Vector: Decodable { var input: String }
    let url = Repository.shared("csv/naughty_strings.jsonl")
    let strings = try Data(contentsOf: url).split(separator: 0x0A).map {
      try JSONDecoder().decode(Vector.self, from: $0).input
    }
    #expect(strings.count == 515)
    let bytes = strings.map { Array($0.utf8) }
    let output = write(strings.map { [$0, "x"] })
    #expect(try read(output, delimiter: .init(ascii: ",")).map { Array($0[0].utf8) } == bytes)

    var lines: [UInt8] = []
    for string in bytes {
      lines += Array(#"{"s":"#.utf8)
      lines.appendJSONString(string.span)
      lines += Array("}\n".utf8)
    }
    let result = readAll(try NDJSONReader(source: MemoryByteSource(lines)))
    #expect(result.records.map { $0.cells[0] } == bytes)
  }
}
