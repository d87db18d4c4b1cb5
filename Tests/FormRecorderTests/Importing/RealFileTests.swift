import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Published files, with forms that find exactly their known errors.
@Suite struct RealFileTests {
  struct RealFile: Sendable, CustomTestStringConvertible {
    var name: String
    var records: Int
    var rejected: Int
    var warned: Int
    /// The rules with at least one failure, and their numbers of failures.
    var byRule: String
    var encoding = String.Encoding.utf8
    var hasHeader = true
    var testDescription: String { name }
  }

  private static let files = [
    RealFile(
      name: "adur_public_toilets", records: 15, rejected: 2, warned: 2,
      byRule: """
        ExtractDate.required 1, ExtractDate.pattern 1, OrganisationLabel.required 1, \
        CoordinateReferenceSystem.pattern 1, Category.pattern 1, OpeningHours.pattern 1, \
        Postcode.required 15
        """),
    RealFile(
      name: "beers_dirty", records: 2_410, rejected: 2_410, warned: 0,
      byRule: """
        ounces.decimal 2410, abv.decimal 693, ibu.integer 1005, city.state 127, state.required 127
        """),
    RealFile(
      name: "directgov_referrers_cr_only", records: 39_627, rejected: 1, warned: 349,
      byRule: "Referrer.pattern 1, Referrals.grouped 349"),
    RealFile(
      name: "gtfs_mbta_stop_times", records: 9_999, rejected: 224, warned: 6_046,
      byRule: """
        arrival_time.day 224, arrival_time.digits 2327, departure_time.day 224, \
        stop_id.pattern 4908, stop_headsign.required 9999, pickup_type.notEquals 919, \
        pickup_type.driver 2049
        """),
    RealFile(
      name: "nhs_spend_over_25k_sep2011", records: 189, rejected: 74, warned: 189,
      byRule: """
        date.iso 189, Transaction No.pattern 75, Transaction No.unique 74, amount.least 1, \
        amount.groups 189
        """),
    RealFile(
      name: "openflights_airports_no_header", records: 7_698, rejected: 151, warned: 2_201,
      byRule: """
        city.required 49, iata.required 1626, iata.pattern 1, icao.required 1, icao.pattern 151, \
        altitude.range 16, offset.required 353, dst.required 353, zone.required 1021, blanks 8
        """, hasHeader: false),
    RealFile(
      name: "riddler_castle_solutions", records: 1_349, rejected: 185, warned: 312,
      byRule: """
        reason.required 80, reason.blanks 225, reason.length 1, reason.ascii 10, \
        castles.unique 185
        """),
    RealFile(
      name: "star_wars_survey", records: 1_187, rejected: 1, warned: 140,
      byRule: ([
        "respondent.required 1", "seen_any.boolean 1", "fan.boolean 1",
      ] + (1...6).map { "rank_\($0).integer 1" } + (1...14).map { "character_\($0).in 1" } + [
        "knows_expanded.boolean 1", "fan_expanded.boolean 1",
        "fan_trek.boolean 1", "gender.in 1", "age.required 140", "age.in 1", "income.in 1",
      ]).joined(separator: ", "), encoding: .windowsCP1252),
  ]

  private func imported(_ file: RealFile, at url: URL) throws -> (TemporaryStore, ImportReport) {
    let form = Repository.fixture("real/\(file.name).yaml")
    let store = try TemporaryStore(String(decoding: Data(contentsOf: form), as: UTF8.self))
    return (store, try store.recorder.importFile(ImportRequest(path: url.path)))
  }

  @Test(
    .enabled(if: Repository.hasShared, "third-party data in ../shared is absent"), arguments: files)
  func knownErrorsAreFound(_ file: RealFile) throws {
    let url = Repository.shared("real/\(file.name).csv")
    let (store, report) = try imported(file, at: url)
    #expect(report.records == file.records)
    #expect(report.rejected == file.rejected)
    #expect(report.warned == file.warned)
    #expect(report.byRule.map { "\($0.rule) \($0.count)" }.joined(separator: ", ") == file.byRule)
    try store.recorder.expectValid()
  }

  @Test(
    .enabled(if: Repository.hasShared, "third-party data in ../shared is absent"), arguments: files)
  func cellsAreExportedUnchanged(_ file: RealFile) throws {
    let url = Repository.shared("real/\(file.name).csv")
    let (store, _) = try imported(file, at: url)
    let text = try #require(String(data: Data(contentsOf: url), encoding: file.encoding))
    let original = PlainRecords.read(text)
    let records = PlainRecords.read(try store.export(.all, raw: true))
    let width = records[0].lastIndex(of: "_submission") ?? 0
    var exported = records.map { $0.prefix(width) }
    if !file.hasHeader { exported.removeFirst() }
    #expect(exported.count == original.count)
    for (got, expected) in zip(exported, original) {
      // Compare bytes, because `String` treats canonically equivalent texts as equal.
      let isSame = got.elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) }
      #expect(isSame, "\(expected) was exported as \(got)")
      if !isSame { break }
    }
  }
}
