import FormConversion
import FormDefinitions
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// The files that `convert` reads and writes.
@Suite struct DefinitionConversionTests {
  private func content(_ path: String) throws -> [String] {
    try DefinitionFile.parse(
      String(contentsOfFile: path, encoding: .utf8), file: path, knownRules: RuleRegistry.names
    ).map { $0.canonicalJSON() }
  }

  private func convert(
    _ path: String, _ to: DefinitionConversion.Format, _ output: String, replacing: Bool = false
  ) throws {
    let result = try DefinitionConversion(path, from: nil, name: nil).converted(to: to)
    _ = try DefinitionConversion.write(result, to: output, replacing: replacing)
  }

  /// A rule sheet, as a workbook or CSV, contains the whole definition.
  @Test(
    arguments: [
      "forms/contacts.yaml", "formats/orders.yaml", "cli/files/members.yaml",
      "cli/files/guests.yaml",
      "cli/files/people.yaml",
    ], ["sheet.xlsx", "sheet.csv"])
  func ruleSheetsRoundTrip(name: String, sheet: String) throws {
    let folder = try TemporaryFolder()
    let source = Repository.fixture(name).path
    try convert(source, .sheet, folder.path(sheet))
    try convert(folder.path(sheet), .yaml, folder.path("back.yaml"))
    #expect(try content(folder.path("back.yaml")) == content(source))
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
        == [sheet, "back.yaml"])
  }

  /// Texts that spreadsheet programs change, and texts that cells cannot contain unchanged.
  @Test func textsAreUnchangedInRuleSheets() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      #"""
      form: odd
      title: "=1+1"
      fields:
        - {name: "007", label: "\t tab\nand line_x000D_", type: text, note: "1.10"}
        - {name: "true", type: text, aliases: [2026-01-01, "null", " a "]}
      lists:
        l: ["", "~", "{a: b}", "- c", "\u0001"]
      """#, to: "odd.yaml")
    for sheet in ["odd.xlsx", "odd.csv"] {
      try convert(source, .sheet, folder.path(sheet))
      try convert(folder.path(sheet), .yaml, folder.path("back.yaml"), replacing: true)
      #expect(try content(folder.path("back.yaml")) == content(source), "\(sheet)")
    }
  }

  /// Excel saves CSV in windows-1252 and with its own words for Booleans.
  @Test func sheetsSavedBySpreadsheetsAreRead() throws {
    let folder = try TemporaryFolder()
    let text = "what;name;type;required\nform;kurs;;\nfield;größe;integer;TRUE\n"
    for (name, encoding) in [("a.csv", String.Encoding.windowsCP1252), ("b.csv", .utf8)] {
      try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: folder.path(name)))
      try convert(folder.path(name), .yaml, folder.path("back.yaml"), replacing: true)
      let yaml = try String(contentsOfFile: folder.path("back.yaml"), encoding: .utf8)
      #expect(yaml.contains("{name: größe, type: integer, required: true}"))
    }
    let cells = ["what", "name", "type", "required"].map { "<c t='str'><v>\($0)</v></c>" }
    let field = ["field", "n", "text"].map { "<c t='str'><v>\($0)</v></c>" }
    let rows =
      "<row r='1'>\(cells.joined())</row><row r='2'><c t='str'><v>form</v></c><c t='str'><v>f</v></c></row>"
      + "<row r='3'>\(field.joined())<c t='b'><v>1</v></c></row>"
    try Data(SmallWorkbook.bytes(rows)).write(to: URL(fileURLWithPath: folder.path("c.xlsx")))
    try convert(folder.path("c.xlsx"), .yaml, folder.path("back.yaml"), replacing: true)
    #expect(
      try String(contentsOfFile: folder.path("back.yaml"), encoding: .utf8)
        .contains("{name: n, type: text, required: true}"))
  }

  @Test(arguments: [DefinitionConversion.Format.yaml, .sheet, .schema(.csvw)])
  func existingFilesAreNotReplacedByDefault(format: DefinitionConversion.Format) throws {
    let folder = try TemporaryFolder()
    let source = Repository.fixture("formats/orders.yaml").path
    for name in ["out", "out.xlsx"] {
      try folder.write("mine", to: name)
      #expect(throws: RecorderError.self) { try convert(source, format, folder.path(name)) }
      #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == "mine")
      try convert(source, format, folder.path(name), replacing: true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) != Data("mine".utf8))
    }
  }

  @Test func aDatabaseIsNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let store = folder.path("store.sqlite")
    let recorder = Recorder(database: store)
    _ = try recorder.apply(
      DefinitionSet(files: [Repository.fixture("formats/orders.yaml").path]), isDryRun: false)
    #expect(throws: RecorderError.self) {
      try convert(
        Repository.fixture("formats/orders.yaml").path, .schema(.csvw), store, replacing: true)
    }
    #expect(try recorder.verify().isOK)
  }
}
