import Foundation
import Testing

@testable import FormRecorder

/// Returned files that were saved in another encoding are rejected.
@Suite struct CorrectionEncodingTests {
  @Test func wrongEncodingStopsTheImport() throws {
    let store = try RejectedPeople.store()
    let before = try store.dump()
    let export = try store.export(.open)
    let utf8 = Data(export.utf8)
    let read = try #require(String(data: utf8, encoding: .isoLatin1))
    for (text, words) in [
      (read, ["UTF-8", "windows-1252"]),
      (export.replacing("ö", with: "?").replacing("ü", with: "?").replacing("á", with: "?"), []),
      (export.replacing("ö", with: "o").replacing("ü", with: "u").replacing("á", with: "a"), []),
    ] {
      let report = try store.correct(text)
      #expect(report.isRefused)
      let change = try #require(report.corrections?.suspiciousChanges.first { $0.column == "city" })
      #expect(change.encodings == words)
      #expect(change.lines.count == 15)
    }
    #expect(try store.dump() == before)
    // A file saved in an encoding that can represent its text is read unchanged.
    let saved = try store.correct(export, encoding: .windowsCP1252)
    #expect(saved.corrections?.unchanged == 20)
  }

  @Test func oneDamagedCellStopsTheImport() throws {
    let store = try RejectedPeople.store()
    var rows = try store.openTable()
    rows[4][2] = "Bonn"
    rows[5][2] = "ZÃ¼rich"
    let report = try store.correct(RejectedPeople.text(rows))
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.lines) == [[6]])
  }

  /// Otherwise, a column with a damaged header would be ignored together with its corrections.
  @Test(arguments: ["StÃ¤dte", "St?dte", "Stadte"])
  func damagedHeaderStopsTheImport(_ header: String) throws {
    let store = try TemporaryStore(RejectedPeople.definitions)
    try store.add("id,name,amount,Städte\n1,Ana,1,a\n2,Bo,1000,b\n")
    let export = try store.export(.open)
    let back = export.replacing("Städte", with: header).replacing("1000", with: "20")
    let report = try store.correct(back)
    #expect(report.isRefused)
    #expect(report.corrections?.suspiciousChanges.map(\.cause) == [.damagedHeader])
    // An added column is not a damaged header.
    let more = back.replacing(header, with: "Städte").split(separator: "\n")
    let noted = "\(more[0]),Notes\n\(more[1]),Städte\n"
    #expect(try store.correct(noted).corrections?.closed == 1)
  }

  /// Accents may be removed from a field whose rule forbids them.
  @Test func forbiddenAccentsMayBeRemoved() throws {
    let store = try TemporaryStore(RejectedPeople.definitions.replacing("[^#]*", with: "[A-Za-z]*"))
    try store.add("id,name,city,amount,zip\n1,Ana,Köln,20,1\n2,Bo,MŸnchen,20,2\n3,Cy,Bonn1,20,3\n")
    let export = try store.export(.open)
    let report = try store.correct(
      export.replacing("Köln", with: "Koln").replacing("Bonn1", with: "Bonn"))
    #expect(report.corrections?.closed == 2)
    // Values that were already damaged on import may be repaired.
    #expect(try !store.correct(export.replacing("MŸnchen", with: "München")).isRefused)
  }
}
