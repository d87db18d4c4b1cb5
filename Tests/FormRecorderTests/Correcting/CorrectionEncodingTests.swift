import FormBytes
import FormInput
import FormRecorderTestSupport
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Returned files that were saved in another encoding.
@Suite struct CorrectionEncodingTests {
  /// A corrected cell with characters outside ASCII is stored as it was typed.
  @Test(arguments: [
    "windows-1252", "iso-8859-1", "macintosh", "windows-1250", "windows-1254", "ibm850", "utf-16",
  ])
  func encodingIsRecognizedByItsMarker(_ name: String) throws {
    let store = try RejectedPeople.store()
    let city = name == "windows-1250" ? "Łódź" : "Nîmes"
    let text = try store.export(.open, check: true).replacing(",1007,", with: ",50,")
      .replacing("Zürich", with: name == "windows-1250" ? "Zurich" : "Zürich")
    let path = store.path("back.csv")
    let back = text.replacing("Málaga", with: "#\(city)")
    if let encoding = TextEncoding(name: name) {
      var bytes = Array(encoding.approximation(of: back).utf8)
      #expect(encoding.encode(&bytes, from: 0) == nil)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } else {
      try #require(back.data(using: .utf16)).write(to: URL(fileURLWithPath: path))
    }
    var request = CorrectionRequest(path: path)
    request.keptColumns = ["city"]
    request.listsChanges = true
    let counts = try #require(try store.recorder.importCorrections(request).corrections)
    #expect(counts.refused.isEmpty)
    #expect(
      counts.patches.map(\.changes) == [[.init(field: "amount", before: "1007", after: "50")]])
    let example = counts.protectedChanges.first?.examples.last?.after
    #expect(example == "#\(city)")
  }

  /// Windows-1252 has the same letters, but another character in place of U+0085, which only the
  /// column `_raw` contains.
  @Test func textsOfMalformedRecordsShowTheEncoding() throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,name,city,amount,zip\n1,Ñ,Málaga,1007,1,a\u{85}\n")
    let back = store.path("back.csv")
    var export = ExportRequest()
    export.scope = .all
    export.encoding = "iso-8859-1"
    _ = try store.recorder.export(export, to: .file(back, replacing: true))
    let counts = try #require(
      try store.recorder.importCorrections(CorrectionRequest(path: back)).corrections)
    #expect(counts.refused.isEmpty)
    #expect(counts.unchanged == 1)
  }

  /// A file that was opened in another encoding and saved again.
  @Test func textReadInAnotherEncodingStopsTheImport() throws {
    let store = try RejectedPeople.store()
    let before = try store.dump()
    let utf8 = Data(try store.export(.open, check: true).utf8)
    let read = try #require(String(data: utf8, encoding: .isoLatin1))
    #expect(throws: RecorderError.self) { try store.correct(read) }
    #expect(try store.dump() == before)
    // The column was deleted: the cells show the damage.
    let report = try store.correct(read.withoutColumn("_check"))
    #expect(report.corrections?.protectedChanges.map(\.cause) == [.encoding])
    #expect(report.corrections?.protectedChanges.first?.lines.count == 15)
  }

  @Test func lostLettersKeepTheOriginalsOrStopTheImport() throws {
    let store = try RejectedPeople.store()
    let export = try store.export(.open, check: true)
    let ascii = String(
      String.UnicodeScalarView(export.unicodeScalars.map { $0.isASCII ? $0 : "?" }))
    #expect(try store.correct(ascii).corrections?.unchanged == 20)
    let plain = try store.correct(export.replacing("ö", with: "o"))
    #expect(plain.corrections?.protectedChanges.map(\.cause) == [.encoding])
  }

  /// Without a marker and without other characters outside ASCII, the encoding of a correction is
  /// not guessed.
  @Test func uncertainEncodingMustBeGiven() throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,name,city,amount,zip\n1,Ana,#,20,1\n")
    let text = try store.export(.open, check: true).replacing("#", with: "Niš ñ").withoutColumn(
      "_check"
    )
    .replacing("\u{FEFF}", with: "")
    #expect(throws: RecorderError.self) {
      try store.correct(text.replacing("š", with: ""), encoding: .windowsCP1252)
    }
    let report = try store.correct(text, encoding: .windowsCP1252) {
      $0.input.encoding = "windows-1252"
    }
    #expect(report.corrections?.closed == 1)
    #expect(try store.export(.accepted).contains("Niš ñ"))
  }

  /// The header is text in windows-1252, but not in other encodings that are tried.
  @Test func headersOutsideASCIIAreReadInTheirEncoding() throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,amount,Größe\n1,1000,ñ\n")
    for check in [true, false] {
      let text = try store.export(.open, check: check).replacing("\u{FEFF}", with: "")
      let saved = TextEncoding.windows1252.approximation(of: text)
      let counts = try store.correct(saved, encoding: .windowsCP1252).corrections
      #expect(counts?.unchanged == 1)
    }
  }

  /// Otherwise, a column with a damaged header would be ignored together with its corrections.
  @Test(arguments: ["StÃ¤dte", "St?dte"])
  func damagedHeaderStopsTheImport(_ header: String) throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,name,amount,Städte\n1,Ana,1,a\n2,Bo,1000,b\n")
    let export = try store.export(.open, check: true)
    let back = export.replacing("Städte", with: header).replacing("1000", with: "20")
    let report = try store.correct(back)
    #expect(report.isRefused)
    #expect(report.corrections?.protectedChanges.map(\.cause) == [.header])
    #expect(try store.correct(back) { $0.keptColumns = [header] }.corrections?.closed == 1)
  }

  /// Accents may be removed from a field whose rule forbids them.
  @Test func forbiddenAccentsMayBeRemoved() throws {
    let store = try TemporaryStore(RejectedPeople.definitions.replacing("[^#]*", with: "[A-Za-z]*"))
    try store.add("id,name,city,amount,zip\n1,Ana,Köln,20,1\n2,Bo,MŸnchen,20,2\n3,Cy,Bonn1,20,3\n")
    let export = try store.export(.open, check: true)
    let report = try store.correct(
      export.replacing("Köln", with: "Koln").replacing("Bonn1", with: "Bonn"))
    #expect(report.corrections?.closed == 2)
    // Values that were already damaged on import may be repaired.
    #expect(try !store.correct(export.replacing("MŸnchen", with: "München")).isRefused)
  }
}

/// What the marker shows in each encoding in which it may have been saved.
@Suite struct MarkerEvidenceTests {
  @Test func savedMarkersFitTheirEncoding() throws {
    for encoding in TextEncoding.allCases where encoding.singleByteTable != nil {
      let text = encoding.approximation(of: SubmissionChecksum.marker + "-0")
      let evidence = MarkerEvidence(text, readAs: encoding)
      #expect([.lossy, .fits].contains(evidence) == text.contains { !$0.isASCII || $0 == "?" })
      if encoding.has("é") {
        #expect(MarkerEvidence("?€字ñřğ-0", readAs: encoding) == .contradicts)
      }
    }
  }

  @Test(arguments: [
    ("é€字ñřğ-abc", MarkerEvidence.fits), ("é€ñ-abc", .fits), ("Ã©â‚¬-abc", .contradicts),
    ("é€?ñ??-abc", .lossy), ("abc", .none), ("-abc", .none),
  ])
  func evidenceInUTF8(_ text: String, _ expected: MarkerEvidence) {
    #expect(MarkerEvidence(text, readAs: .utf8) == expected)
  }
}

extension String {
  /// A CSV without quotes, without a column.
  func withoutColumn(_ name: String) -> String {
    let rows = split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = rows[0].firstIndex { $0 == name } ?? -1
    return rows.map { row in
      row.indices.filter { $0 != column }.map { String(row[$0]) }.joined(separator: ",") + "\n"
    }.joined()
  }
}
