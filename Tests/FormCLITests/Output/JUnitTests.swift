import FormTestSupport
import Testing

@testable import FormCLI

/// The number of failures that a test case of a JUnit report lists.
@Suite struct JUnitTests {
  @Test(arguments: [100, 101]) func aHundredFailuresAreListed(count: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "form: f\nfields: [{name: id, type: integer}]\n---\nrules: f\nform: f\n", to: "f.yaml")
    try folder.write("id\n" + String(repeating: "x\n", count: count), to: "a.csv")
    let report = CommandRun([
      "check", folder.path("a.csv"), "--definitions", folder.path("f.yaml"), "--format", "junit",
    ]).out
    #expect(report.matches(of: /a\.csv:[0-9]+:/).count == 100)
    #expect(report.contains("and 1 more") == (count == 101))
  }
}
