import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// The whole workflow for a published file: import, export of failures, correction of half of them,
/// and replay under newer rules. The counts are confirmed by SQL queries and by the file itself.
@Suite struct PublishedFileTests {
  private static let file = "nhs_spend_over_25k_sep2011"

  private func count(_ store: TemporaryStore, _ condition: String) throws -> Int {
    try #require(
      Int(try store.rows("SELECT count(*) FROM form_nhs_spend WHERE \(condition)")[0]))
  }

  /// The failures with half of the transaction numbers made unique, as a spreadsheet writes them.
  private func mended(_ export: String) -> String {
    var records = PlainRecords.read(export)
    let number = records[0].firstIndex(of: "Transaction No") ?? 0
    for row in records.indices.dropFirst() where row % 2 == 1 {
      records[row][number] = "mended \(row)"
    }
    return records.map { record in
      record.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// A spreadsheet program that infers the types of cells rewrites amounts and dates.
  private func requireRefusalOfCarelessSpreadsheet(_ store: TemporaryStore) throws {
    let careless = store.path("careless.csv")
    try FileManager.default.copyItem(atPath: store.path("back.csv"), toPath: careless)
    try LibreOffice.save(careless, quotedIsText: false)
    let report = try store.recorder.importCorrections(CorrectionRequest(path: careless))
    #expect(report.isRefused)
    #expect(report.corrections?.protectedChanges.contains { $0.cause == .notation } == true)
  }

  /// How the failures are returned: as written, or opened and saved by a spreadsheet program.
  enum Way: CaseIterable {
    case plain, libreOffice
  }

  @Test(
    .enabled(if: Repository.hasShared, "third-party data in ../shared is absent"),
    arguments: LibreOffice.isThere ? Way.allCases : [.plain])
  func returnedCorrectionsCloseFailures(_ way: Way) throws {
    let url = Repository.shared("real/\(Self.file).csv")
    let definitions = String(
      decoding: try Data(contentsOf: Repository.fixture("real/\(Self.file).yaml")), as: UTF8.self)
    let store = try TemporaryStore(definitions)
    _ = try store.recorder.importFile(ImportRequest(path: url.path))
    #expect(try count(store, "_verdict = 'rejected'") == 74)

    let export = try store.export(.open)
    #expect(PlainRecords.read(export).count == 75)
    try store.write(mended(export), to: "back.csv")
    if way == .libreOffice {
      try requireRefusalOfCarelessSpreadsheet(store)
      try LibreOffice.save(store.path("back.csv"), quotedIsText: true)
    }
    let report = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("back.csv")))
    #expect(report.corrections?.rows == 37)
    #expect(report.corrections?.cells == 37)
    #expect(report.corrections?.closed == 37)
    #expect(report.corrections?.refused == [])
    let total = try store.recorder.audit(.all).total
    #expect(total.open == 37)
    #expect(total.corrected == 37)
    #expect(try store.rows("SELECT count(*) FROM correction") == ["37"])
    #expect(PlainRecords.read(try store.export(.open)).count == 38)

    // The impact of newer rules, before they are stored.
    let stricter = definitions.replacing("range: {min: 22000}", with: "range: {min: 30000}")
    try store.write(stricter, to: "stricter.yaml")
    let impact = try #require(
      try store.recorder.impact(of: DefinitionSet(files: [store.path("stricter.yaml")])).first)
    let small = "CAST(replace(trim(\"Amount in Sterling\"), ',', '') AS REAL) < 30000"
    #expect(impact.newlyRejected == (try count(store, "_verdict = 'accepted' AND \(small)")))
    #expect(impact.newlyRejected > 10)
    #expect(try store.rows("SELECT count(*) FROM version") == ["2"])

    let expected = try count(store, "_verdict = 'rejected' OR \(small)")
    try store.apply(stricter)
    let replay = try store.recorder.replay(ReplayRequest())
    #expect(replay.newlyRejected == impact.newlyRejected)
    #expect(replay.newlyAccepted == impact.newlyAccepted)
    #expect(try count(store, "_verdict = 'rejected'") == expected)
    #expect(try store.recorder.audit(.all).total.rejected == expected)

    // The history contains the verdicts, the versions of the rules and the correction.
    let first = try #require(PlainRecords.read(export)[1].suffix(4).first.flatMap { Int64($0) })
    let history = try store.recorder.history(of: first)
    #expect(history.verdicts.map(\.rulesVersion) == [1, 2])
    #expect(history.correctedBy != nil)
    try store.recorder.expectValid()
  }
}

/// LibreOffice in headless mode, if it is installed.
private enum LibreOffice {
  private static let program = "/usr/bin/soffice"

  static let isThere = FileManager.default.isExecutableFile(atPath: program)

  /// Opens a CSV file and saves it as CSV.
  ///
  /// - Parameter quotedIsText: Whether quoted cells are read as text.
  static func save(_ path: String, quotedIsText: Bool) throws {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    // Comma, quote, UTF-8, first line 1, no column formats, the language of the locale.
    process.arguments = [
      "-env:UserInstallation=\(folder.appendingPathComponent("profile").absoluteString)",
      "--headless", "--infilter=CSV:44,34,76,1,,0,\(quotedIsText)", "--convert-to",
      "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false", "--outdir",
      folder.appendingPathComponent("saved").path, path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let saved = folder.appendingPathComponent("saved/\(url.lastPathComponent)")
    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: saved, to: url)
  }
}
