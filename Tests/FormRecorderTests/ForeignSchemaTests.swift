import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// A schema and a file that others have published, with the errors that their own validator finds.
@Suite(.enabled(if: Repository.hasShared)) struct ForeignSchemaTests {
  @Test func verdictsAreThoseOfTheSchemasOwnTool() throws {
    let schema = Repository.shared("real/adur_public_toilets.schema.json").path
    let converted = try DefinitionConversion(schema, from: nil, name: nil).converted(to: .yaml)
    let folder = try TemporaryFolder()
    let yaml = try folder.write(try #require(converted.text), to: "x.yaml")
    let check = try FileCheck(
      DefinitionSet(files: [yaml]), form: nil, rules: nil, now: Instant(seconds: 0))
    var found: Set<String> = []
    _ = try check.check(
      Repository.shared("real/adur_public_toilets.csv").path, note: { _ in }
    ) { record in
      for error in record.errors { found.insert("\(record.record)\t\(error.field ?? "")") }
    }
    let expected = try String(
      contentsOf: Repository.shared("real/adur_public_toilets.expected-errors.tsv"), encoding: .utf8
    )
    let wanted = expected.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").prefix(2).joined(separator: "\t")
    }
    #expect(found == Set(wanted))
  }
}
