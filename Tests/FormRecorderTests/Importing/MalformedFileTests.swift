import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Imports well-formed and malformed third-party CSV files.
@Suite struct MalformedFileTests {
  struct Malformed: Sendable, CustomTestStringConvertible {
    var name: String
    var fields: String
    /// The lines and codes of the rejected records, or the error message.
    var outcome: String
    /// The number of accepted records, or nil if the import is refused.
    var accepted: Int?
    var testDescription: String { name }

    init(
      _ name: String, fields: String = "id, name", _ outcome: String, accepted: Int? = nil
    ) {
      (self.name, self.fields, self.outcome, self.accepted) = (name, fields, outcome, accepted)
    }
  }

  private static let notUTF8 = "the text is not UTF-8 but probably windows-1252"

  /// All files that the manifest marks `error`, except two UTF-16 files with a byte order mark,
  /// which are readable.
  private static let files = [
    Malformed(
      "csvlint_invalid_many_rows", fields: "Foo, Bar, Baz", "4 csv.strayQuote", accepted: 9),
    Malformed(
      "qsv_boston311_bad_tsv", fields: "case_enquiry_id", "41 csv.tooManyFields", accepted: 99),
    Malformed(
      "qsv_snifftest-flexible", fields: "this is a preamble row",
      (4...9).map { "\($0) csv.tooManyFields" }.joined(separator: ", "), accepted: 2),
    Malformed("gen_unterminated_quote", "2 csv.unterminatedQuote", accepted: 2),
    Malformed(
      "gen_space_after_closing_quote", "2 csv.strayQuote, 3 csv.tooManyFields", accepted: 0),
    Malformed("gen_stray_quote_in_unquoted", "2 csv.strayQuote", accepted: 1),
    Malformed("gen_space_before_opening_quote", "2 csv.strayQuote", accepted: 1),
    Malformed("gen_lone_quote_field", "2 csv.unterminatedQuote", accepted: 1),
    Malformed("gen_odd_quotes", "2 csv.unterminatedQuote", accepted: 1),
    Malformed("gen_ragged_short", fields: "id, name, age", "3 csv.tooFewFields", accepted: 2),
    Malformed("gen_ragged_long", "3 csv.tooManyFields", accepted: 1),
    Malformed("gen_whitespace_only_line", "3 csv.tooFewFields", accepted: 2),
    Malformed("gen_nul_in_field", "2 csv.nul", accepted: 1),
    Malformed("gen_nul_only_tail", "3 csv.nul", accepted: 1),
    Malformed("gen_backslash_escape", fields: "id, note", "2 csv.strayQuote", accepted: 1),
    Malformed("gen_invalid_utf8_ff", "2 csv.encoding", accepted: 1),
    Malformed("gen_invalid_utf8_surrogate", "2 csv.encoding", accepted: 1),
    Malformed("gen_invalid_utf8_overlong", "2 csv.encoding", accepted: 1),
    Malformed("gen_cp1252", "line 2, byte 13: \(notUTF8)"),
    Malformed("gen_bom_only", "no header"), Malformed("gen_empty_file", "no header"),
    Malformed("gen_newline_only", "no header"),
    Malformed("gen_utf16le_no_bom", "line 1, byte 1, column 1: bad header"),
    Malformed("gen_duplicate_headers", "line 1: columns 2 and 3 have the same name"),
  ]

  @Test(
    .enabled(if: Repository.hasShared, "third-party data in ../shared is absent"), arguments: files)
  func errorsAreLocatedAndOtherRecordsAreStored(_ file: Malformed) throws {
    let url = Repository.shared("csv/malformed/\(file.name).csv")
    let fields = file.fields.components(separatedBy: ", ").map { "{name: \($0), type: text}" }
    let store = try TemporaryStore(
      """
      form: broken
      fields: [\(fields.joined(separator: ", "))]
      ---
      rules: broken
      form: broken
      """)
    var notes: [String] = []
    let callbacks = ImportCallbacks(note: { notes.append($0.description) })
    let request = ImportRequest(path: url.path)
    guard let accepted = file.accepted else {
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.importFile(request, callbacks)
      }
      #expect(error?.description.contains(file.outcome) == true)
      #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
      return
    }
    let report = try store.recorder.importFile(request, callbacks)
    #expect(report.accepted == accepted)
    #expect(report.rejected > 0)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["\(report.records)"])
    let rejected = try store.rows(
      """
      SELECT line || ' ' || code FROM error JOIN submission ON submission.id = error.submission
      ORDER BY line
      """)
    #expect(rejected.joined(separator: ", ") == file.outcome)
    for place in file.outcome.components(separatedBy: ", ").prefix(5) {
      let line = place.prefix { $0 != " " }
      #expect(notes.contains { $0.contains("\(file.name).csv:\(line):") }, "\(notes)")
    }
  }

  private struct Entry: Decodable {
    var file: String
    var expect: String
    var encoding: String?
  }

  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func wellFormedFilesAreStoredUnchanged() throws {
    let manifest = Repository.shared("csv/manifest.jsonl")
    let entries = try Data(contentsOf: manifest).split(separator: 0x0A).map {
      try JSONDecoder().decode(Entry.self, from: $0)
    }.filter { $0.expect == "ok" }
    // Each run tests a random sample, because all files take long in a debug build.
    _ = try RandomRounds.run("well-formed files", 1) { random, _ in
      let sample = entries.shuffled(using: &random).prefix(8)
      for entry in LongTests.areWanted ? entries : Array(sample) { try expectUnchanged(entry) }
      return nil
    }
  }

  private func expectUnchanged(_ entry: Entry) throws {
    let url = Repository.shared("csv/\(entry.file)")
    let json = url.deletingPathExtension().appendingPathExtension("json")
    let expected = try JSONDecoder().decode([[String]].self, from: Data(contentsOf: json))
    let store = try TemporaryStore(
      """
      form: whole
      file: {match: position}
      fields: [{name: "c{1..\(expected[0].count)}", type: text}]
      ---
      rules: whole
      form: whole
      """)
    var request = ImportRequest(path: url.path)
    request.input.maximumRecordBytes = 2 << 20
    if entry.encoding == "latin-1" { request.input.encoding = "iso-8859-1" }
    let report = try store.recorder.importFile(request)
    let widths = expected.count { $0.count != expected[0].count }
    #expect(report.rejected == widths, "\(entry.file)")
    let cells = try store.rows("SELECT CAST(cells AS TEXT) FROM submission ORDER BY id").map {
      try JSONDecoder().decode([String].self, from: Data($0.utf8))
    }
    #expect(cells == Array(expected.dropFirst()), "\(entry.file)")
    let header = PlainRecords.read(try store.export(.all, raw: true)).first?.dropLast(3)
    if report.records > 0 { #expect(header.map(Array.init) == expected[0], "\(entry.file)") }
  }
  /// Programs may set any number.
  @Test(arguments: ["csv", "json"]) func recordSizesAreBounded(_ format: String) throws {
    let store = try TemporaryStore()
    try store.write(format == "csv" ? "id\n1\n" : "[{\"id\": 1}]", to: "file")
    var request = ImportRequest(path: store.path("file"))
    request.input.format = format
    for size in [0, .max, .min] {
      request.input.maximumRecordBytes = size
      let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
      #expect(error?.reason == .usage)
    }
  }
}
