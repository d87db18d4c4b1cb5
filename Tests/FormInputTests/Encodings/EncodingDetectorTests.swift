import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// Words of languages in the encodings in which they are written (`fixtures/encodings/words.txt`).
@Suite struct EncodingDetectorTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let language: String
    let encodings: [TextEncoding]
    let words: [String]
    var testDescription: String { language }
  }

  /// Each line has a language, its encodings, and words, separated by tabs.
  static let entries: [Entry] = {
    let text =
      (try? String(contentsOf: Repository.fixture("encodings/words.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      return Entry(
        language: String(parts[0]),
        encodings: parts[1].split(separator: " ").compactMap { TextEncoding(rawValue: String($0)) },
        words: parts[2].split(separator: " ").map(String.init))
    }
  }()

  /// Every single-byte encoding is recognized, except those that programs hardly write.
  @Test func candidatesAreComplete() {
    let known = Set(EncodingCandidate.all.map(\.encoding))
    let others = TextEncoding.allCases.filter { $0.singleByteTable != nil && !known.contains($0) }
    #expect(others == [.latin1])
  }

  /// Words that cannot be read would leave the test of them without cases.
  @Test func mostCandidatesHaveWords() {
    let tested = Set(Self.entries.flatMap(\.encodings))
    let others = EncodingCandidate.all.map(\.encoding).filter { !tested.contains($0) }
    #expect(others == [.iso88593, .iso885914])
  }

  /// The error of a file of 40 records with these words.
  private func error(_ words: [String], _ encoding: TextEncoding) throws -> ReaderError? {
    var bytes = Array("id,name\n".utf8)
    for record in 0..<40 { bytes += Array("\(record),\(words[record % words.count])\n".utf8) }
    #expect(encoding.encode(&bytes, from: 0) == nil)
    return readAll(try openReader(source: MemoryByteSource(bytes))).error
  }

  /// The advised encoding reads the words as they were written. Everyday tests use one encoding of
  /// a language, by turns.
  @Test(arguments: entries.indices)
  func wordsAreReadInTheAdvisedEncoding(_ index: Int) throws {
    let entry = Self.entries[index]
    let encodings =
      LongTests.areWanted ? entry.encodings : [entry.encodings[index % entry.encodings.count]]
    for encoding in encodings {
      let found = try error(entry.words, encoding)
      var bytes = Array(entry.words.joined(separator: " ").utf8)
      _ = encoding.encode(&bytes, from: 0)
      var read: [UInt8] = []
      try #require(found?.likelyEncoding?.singleByteTable).decode(bytes.span, appendingTo: &read)
      #expect(
        String(decoding: read, as: UTF8.self) == entry.words.joined(separator: " "),
        "\(encoding.rawValue): \(found?.message ?? "")")
    }
  }

  /// Towns of a few languages, as in public reports.
  @Test(
    arguments: [
      (.windows1250, ["Łódź", "Częstochowa", "Świnoujście", "Żywiec"]),
      (.iso88592, ["Łódź", "Žilina", "Győr", "Plzeň"]),
      (.windows1254, ["İstanbul", "Şişli", "Muğla", "Iğdır"]),
      (.windows1257, ["Šiauliai", "Klaipėda", "Rīga", "Jūrmala"]),
      (.windows1251, ["Москва", "Казань", "Омск", "Уфа"]), (.koi8R, ["Москва", "Казань", "Уфа"]),
      (.koi8R, ["Спортивный", "Васильев", "Селезнев", "Сальск", "технолог"]),
      (.ibm866, ["Москва", "Казань", "Омск"]),
      (.windows1253, ["Αθήνα", "Πάτρα", "Βόλος", "Χανιά"]),
      (.ibm852, ["Łódź", "Częstochowa", "Żywiec"]),
      (.ibm850, ["Zürich", "Málaga", "Köln", "Tromsø", "Århus"]),
      (.macRoman, ["Zürich", "Málaga", "Köln", "Tromsø", "Århus"]),
      (.windows1252, ["Zürich", "Málaga", "Köln"]),
    ] as [(TextEncoding, [String])])
  func townsAreRecognized(_ encoding: TextEncoding, _ towns: [String]) throws {
    #expect(try error(towns, encoding)?.likelyEncoding == encoding)
  }

  /// If two encodings fit equally, the advice has both and the bytes that decide.
  @Test func equallyProbableEncodingsAreNamed() throws {
    let found = try #require(try error(["Чудо"], .windows1251))
    #expect(found.likelyEncodings == [.windows1251, .macCyrillic])
    #expect(found.message.contains("they differ in the bytes D7 (Ч or „)"))
  }

  /// Characters that are not visible are shown by their code points.
  @Test func advisedCharactersAreVisible() {
    #expect(EncodingAdvice.shown("\u{85}") == "U+0085")
    #expect(EncodingAdvice.shown("\u{301}") == "U+0301")
    #expect(EncodingAdvice.shown("Ч") == "Ч")
  }
}
