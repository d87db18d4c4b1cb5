import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// Every sequence of one to three bytes, and the ends of the ranges of gb18030, have the characters
/// of the Encoding Standard. `fixtures/encodings/standard.txt` has digests of these sequences and
/// of their characters, written by `scripts/make-encoding-tables.py`.
@Suite struct StandardEncodingTests {
  private struct Entry: Sendable, CustomTestStringConvertible {
    let encoding: TextEncoding
    let bytes, text, count, others: String
    var testDescription: String { encoding.rawValue }
  }

  private static let entries: [Entry] = {
    let file = Repository.fixture("encodings/standard.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      return TextEncoding(rawValue: parts[0]).map {
        Entry(encoding: $0, bytes: parts[1], text: parts[2], count: parts[3], others: parts[4])
      }
    }
  }()

  /// The sequences in the order of the script.
  private static func sequences(_ encoding: TextEncoding) -> [[UInt8]] {
    func pairs(_ leads: ClosedRange<UInt8>, _ trails: ClosedRange<UInt8>) -> [[UInt8]] {
      leads.flatMap { lead in trails.map { [lead, $0] } }
    }
    switch encoding {
    case .big5, .eucKR: return pairs(0x81...0xFE, 0x40...0xFE)
    case .shiftJIS:
      return pairs(0x81...0xFE, 0x40...0xFE).filter { pair in
        !(0xA0...0xDF).contains(pair[0]) && pair[0] < 0xFD
      }
    case .eucJP:
      let high = pairs(0xA1...0xFE, 0xA1...0xFE)
      return pairs(0x8E...0x8E, 0xA1...0xDF) + high + high.map { [0x8F] + $0 }
    case .gb18030:
      return pairs(0x81...0xFE, 0x40...0xFE).filter { $0[1] != 0x7F } + fourByteSequences
    default: return (UInt8(0x80)...0xFF).map { [$0] }
    }
  }

  private static let fourByteSequences: [[UInt8]] = {
    var pointers: Set = [7_457, 39_419, 39_420, 188_999, 1_237_575, 1_237_576, 1_259_999]
    for range in EncodingTables.gb18030Ranges.split(separator: " ") {
      let start = Int(range.split(separator: ":")[0]) ?? 0
      pointers.formUnion([start - 1, start, start + 1, start + 9])
    }
    return pointers.filter { $0 >= 0 }.sorted().map { pointer in
      [
        UInt8(0x81 + pointer / 12_600), UInt8(0x30 + pointer / 1_260 % 10),
        UInt8(0x81 + pointer / 10 % 126), UInt8(0x30 + pointer % 10),
      ]
    }
  }()

  @Test(arguments: entries)
  private func charactersAreThoseOfTheStandard(_ entry: Entry) throws {
    let sequences = Self.sequences(entry.encoding)
    var (valid, invalid): ([[UInt8]], [UInt8]) = ([], [])
    for sequence in sequences {
      if let table = entry.encoding.singleByteTable {
        if table.characters[Int(sequence[0] & 0x7F)] == "\u{FFFD}" {
          invalid += sequence + [0x0A]
        } else {
          valid.append(sequence)
        }
      } else if case .character(_, _, let length) =
        MultibyteDecoder(encoding: entry.encoding).step(sequence.span, 0)
      {
        #expect(length == sequence.count)
        valid.append(sequence)
      } else {
        invalid += sequence + [0x0A]
      }
    }
    let bytes: [UInt8] = valid.reduce(into: []) { $0 += $1 + [0x0A] }
    let text = try decoded(bytes, entry.encoding)
    #expect("\(valid.count)" == entry.count)
    #expect(Self.digest(bytes) == entry.bytes)
    #expect(Self.digest(text) == entry.text)
    #expect(Self.digest(invalid) == entry.others)
  }

  /// A text that was decoded is encoded so that it is decoded to the same text.
  @Test(arguments: entries)
  private func encodedTextIsDecodedToTheSame(_ entry: Entry) throws {
    var text = ""
    for sequence in Self.sequences(entry.encoding) {
      let bytes = try decoded(sequence, entry.encoding)
      if bytes.first != 0xFF { text += String(decoding: bytes, as: UTF8.self) }
    }
    var lacking = 0
    for scalar in Set(text.unicodeScalars) {
      var bytes = Array(UTF8.encode(scalar)!)
      guard entry.encoding.encode(&bytes, from: 0) == nil else {
        lacking += 1
        continue
      }
      #expect(try decoded(bytes, entry.encoding) == Array(UTF8.encode(scalar)!))
    }
    // U+00CA and U+00EA, which Big5 has only with a combining character, and the two of these.
    #expect(lacking <= (entry.encoding == .big5 ? 4 : 0))
  }

  private func decoded(_ bytes: [UInt8], _ encoding: TextEncoding) throws -> [UInt8] {
    var source = TranscodingByteSource(MemoryByteSource(bytes), from: encoding)
    var text: [UInt8] = []
    while try source.read(appendingTo: &text, atMost: 1 << 20) > 0 {}
    return text
  }

  /// FNV-1a with 64 bits.
  private static func digest(_ bytes: [UInt8]) -> String {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(sum, radix: 16)
  }

  /// The examples of the difference between the standard and the tables of C libraries.
  @Test(
    arguments: [
      (.big5, [0xA1, 0x45], "‧"), (.big5, [0xA1, 0xFE], "／"), (.big5, [0xA3, 0xE1], "€"),
      (.macRoman, [0xC6], "∆"), (.eucJP, [0xF9, 0xA1], "纊"), (.eucJP, [0xFC, 0xF1], "ⅰ"),
      (.big5, [0x88, 0x62], "Ê\u{304}"), (.gb18030, [0x80], "€"), (.shiftJIS, [0x5C], "\\"),
    ] as [(TextEncoding, [UInt8], String)])
  func exampleIsDecoded(_ encoding: TextEncoding, _ bytes: [UInt8], _ text: String) throws {
    #expect(String(decoding: try decoded(bytes, encoding), as: UTF8.self) == text)
  }

  /// An ASCII byte after an incomplete sequence remains a character.
  @Test func asciiAfterAnIncompleteSequenceRemains() throws {
    for encoding in [TextEncoding.big5, .eucKR, .gb18030, .shiftJIS, .eucJP] {
      #expect(try decoded([0x61, 0x85, 0x0A, 0x62], encoding) == [0x61, 0xFF, 0x85, 0x0A, 0x62])
    }
  }
}
