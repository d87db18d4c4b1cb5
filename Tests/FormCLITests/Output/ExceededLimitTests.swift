import FormTestSupport
import Testing

@testable import FormCLI

/// Reports for build servers and code hosts fail if a file exceeds a limit, as the exit code does.
@Suite struct ExceededLimitTests {
  /// The output of a command about a file that exceeds two limits and one that exceeds none.
  private func report(_ command: String, _ format: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      form: f
      fields: [{name: id, type: integer}]
      ---
      rules: f
      form: f
      limits: [{records: {min: 2}}, {rejected: {max: 0}}]
      """, to: "f.yaml")
    try folder.write("id\nx\n", to: "a.csv")
    try folder.write("id\n1\n2\n", to: "b.csv")
    let run = CommandRun(
      [command, folder.path("a.csv"), folder.path("b.csv")]
        + ["--definitions", folder.path("f.yaml"), "--format", format]
        + (command == "import" ? ["--db", folder.path("f.sqlite")] : []))
    #expect(run.code == 1)
    return run.out
  }

  @Test(arguments: ["check", "import"]) func areATestCaseOfJUnit(_ command: String) throws {
    let report = try report(command, "junit")
    #expect(report.matches(of: /a\.csv" tests="2" failures="2"/).count == 1)
    #expect(report.matches(of: /b\.csv" tests="1" failures="0"/).count == 1)
    let failure = #"a.csv" name="limits"><failure message="limit exceeded: records: 1, "#
    #expect(report.contains(failure))
    #expect(report.matches(of: /name="limits"/).count == 1)
    #expect(report.contains(">records: 1, ") && report.contains("\nrejected: 1, "))
  }

  @Test(arguments: ["check", "import"]) func areResultsOfSARIF(_ command: String) throws {
    let report = try report(command, "sarif")
    let results = report.matches(
      of: /"ruleId":"limits","level":"error","message":\{"text":"limit exceeded: [^\n]*a\.csv"/)
    #expect(results.count == 2)
    #expect(report.matches(of: /"ruleId"/).count == 3)
  }
}
