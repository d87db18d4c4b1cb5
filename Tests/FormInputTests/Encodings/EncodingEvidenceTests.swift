import FormBytes
import FormTestSupport
import Testing

@testable import FormInput

/// Files that are not, or not entirely, in UTF-8.
@Suite struct EncodingEvidenceTests {
  private func read(
    _ bytes: [UInt8], name: String = "x.csv", bufferBytes: Int = 1 << 18
  ) -> (records: [ReadRecord], header: [String], detected: DetectedProperties, error: ReaderError?)
  {
    do throws(ReaderError) {
      let options = ReaderOptions { $0.bufferBytes = bufferBytes }
      return readAll(
        try openReader(source: MemoryByteSource(bytes), name: name, options: options))
    } catch {
      return ([], [], DetectedProperties(), error)
    }
  }

  /// A file of ASCII records, some of which are replaced by records in Latin-1.
  private func file(
    _ records: Int, _ plain: String = "Anna,Berlin", isNDJSON: Bool = false,
    _ other: (Int) -> String?
  ) -> [UInt8] {
    var bytes: [UInt8] = Array(isNDJSON ? "".utf8 : "name,town\n".utf8)
    for index in 1...records {
      let record = other(index)
      // Scalars up to U+00FF, each as one byte.
      let cells =
        record.map { Array($0.unicodeScalars.map { UInt8($0.value) }) } ?? Array(plain.utf8)
      bytes += isNDJSON ? Array("{\"name\":\"".utf8) + cells + Array("\"}".utf8) : cells
      bytes.append(0x0A)
    }
    return bytes
  }

  @Test(
    arguments: [
      (100, 25, "Müller,Köln"), (1_000, 25, "Müller,Köln"), (1_000, 50, "François,Orléans"),
      (100_000, 25, "Jürg,Zürich"), (3, 3, "Zoë,Gent"), (20, 20, "É,ÉCOLE"),
      (400, 10, "Don\u{92}t,\u{93}Bob\u{94}"), (999, 125, "Straße 3,Weißensee"),
    ], [false, true])
  func singleByteLettersStopReading(_ file: (Int, Int, String), isNDJSON: Bool) {
    let (records, every, text) = file
    let bytes = self.file(records, isNDJSON: isNDJSON) { $0.isMultiple(of: every) ? text : nil }
    for bufferBytes in [200, 5_000, 1 << 18] {
      let result = read(bytes, name: isNDJSON ? "x.ndjson" : "x.csv", bufferBytes: bufferBytes)
      #expect(result.records.count == every - 1)
      #expect(result.records.allSatisfy { $0.fault == nil })
      #expect(result.error?.kind == .encoding)
      #expect(result.error?.line == every + (isNDJSON ? 0 : 1))
      #expect(result.error?.likelyEncoding == .windows1252)
    }
  }

  @Test func otherScriptsAreRecognized() {
    // "Москва" in windows-1251.
    let moscow = "\u{CC}\u{EE}\u{F1}\u{EA}\u{E2}\u{E0}"
    let result = read(file(50) { $0.isMultiple(of: 2) ? "\(moscow),\(moscow)" : nil })
    #expect(result.error?.likelyEncoding == .windows1251)
    #expect(result.error?.message.contains("as in") == true)
  }

  /// If nearly all records are not UTF-8, the file is not UTF-8, even if nothing else is known.
  @Test func unrecognizedEncodingStopsReading() {
    let result = read(file(50) { _ in "A\u{FF}\u{FE}q\u{8F}\u{90}x,\u{81}w\u{9D}" })
    #expect(result.error?.kind == .unknownEncoding)
    #expect(result.error?.likelyEncodings == [])
  }

  @Test(
    arguments: [
      (10, 5, "An\u{FF}na,Berlin"), (10, 5, "\u{80},x"), (3, 1, "\u{C3}\u{28},x"),
      (1_000, 300, "Müller,Köln"), (500, 200, "caf\u{E9},x"), (5, 2, "\u{FF}\u{FE},x"),
      (500, 100, "Anna\u{81},Berlin"), (100, 20, "AnnaÃ,Berlin"), (10, 2, "90 \u{B0},x"),
    ], [false, true])
  func fewDamagedBytesDoNotStopReading(_ file: (Int, Int, String), isNDJSON: Bool) {
    let (records, every, text) = file
    let bytes = self.file(records, isNDJSON: isNDJSON) { $0.isMultiple(of: every) ? text : nil }
    for bufferBytes in [50, 1 << 18] {
      let result = read(bytes, name: isNDJSON ? "x.ndjson" : "x.csv", bufferBytes: bufferBytes)
      #expect(result.error == nil)
      #expect(result.records.count == records)
      for (index, record) in result.records.enumerated() {
        #expect(record.fault?.code == ((index + 1).isMultiple(of: every) ? .encoding : nil))
      }
    }
  }

  /// In a file with characters in UTF-8, other bytes are damage, such as truncated cells.
  @Test func utf8CharactersPreventTheStop() {
    let plain = "Zoë,Köln"
    let result = read(file(900, plain) { $0.isMultiple(of: 10) ? "Müller,x" : nil })
    #expect(result.error == nil)
    #expect(result.records.count { $0.fault != nil } == 90)
    let marked = [0xEF, 0xBB, 0xBF] + file(100) { _ in "Müller,x" }
    #expect(read(marked).error == nil)
  }

  /// A decision after a thousand records would come after the first commit.
  @Test func readingDoesNotStopAfterTheSample() {
    let result = read(file(5_000) { $0 > 1_000 ? "Müller,x" : nil })
    #expect(result.error == nil)
    #expect(result.records.count { $0.fault?.code == .encoding } == 4_000)
    #expect(read(file(5_000) { $0 > 980 ? "Müller,x" : nil }).error != nil)
  }

  @Test func randomDamageDoesNotStopReading() {
    let failure = RandomRounds.run("EncodingEvidence", 50) { random, show in
      let records = Int.random(in: 250...2_000, using: &random)
      var bytes = file(records, "1042,Anna Schmidt,anna@example.com,Berlin") { _ in nil }
      for _ in 0..<5 {
        let place = Int.random(in: 12..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0x80...0xFF, using: &random)
      }
      let damaged = bytes.indices.filter { bytes[$0] > 127 }.map { (bytes[$0], $0) }
      show("\(records) records, \(damaged)")
      return read(bytes).error?.message
    }
    #expect(failure == nil)
  }

  @Test func latin1HeaderIsReported() {
    let bytes = Array("Stra\u{DF}e,Ort\n".unicodeScalars.map { UInt8($0.value) })
    #expect(read(bytes + file(3) { _ in nil }).error?.message.contains("windows-1252") == true)
    let damaged = Array("a\u{FF},b\n".unicodeScalars.map { UInt8($0.value) })
    let error = read(damaged).error
    #expect(error?.message.contains("a name is not text in the file's encoding") == true)
    #expect(error?.likelyEncoding == nil)
  }
}
