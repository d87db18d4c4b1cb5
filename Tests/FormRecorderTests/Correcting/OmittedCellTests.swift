import FormRecorderTestSupport
import Testing

@testable import FormRecorder

/// Returned files that lack cells at the ends of lines: Excel omits the delimiters of empty ones.
@Suite struct OmittedCellTests {
  private func store(_ csv: String) throws -> TemporaryStore {
    let store = try TemporaryStore(
      """
      form: people
      fields: [{name: id, type: text}, {name: name, type: text}, {name: code, type: text}]
      ---
      rules: people
      form: people
      fields:
        name: [{pattern: '[A-Z]\\D*'}]
        code: [{length: {max: 5}, severity: warning}]
      """)
    try store.add(csv)
    return store
  }

  @Test func emptyAddedCellsMayBeMissing() throws {
    let store = try store("id,name,code\n1,zoë,A\n2,bo,B\n3,cy,C\n")
    let lines = try store.export(.open, check: true).split(separator: "\n")
    #expect(lines[0].hasSuffix("_errors,_warnings") && lines[1].hasSuffix(","))
    let text = lines.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.joined(separator: "\n")
    let report = try store.correct(text.replacing("zoë", with: "Zoë").replacing("bo", with: "Bo"))
    let counts = try #require(report.corrections)
    #expect(counts.refused.isEmpty && counts.closed == 2 && counts.unchanged == 1)
    // The cells of the record, and the number and the line of its submission, are required.
    let cut = "id,name,code,_submission,_line,_errors\n3,Cy,C,3\n3,Cy\n"
    let refused = try store.correct(cut).corrections?.refused
    #expect(refused?.map(\.reason.code) == ["malformed", "malformed"])
  }

  /// A missing text of a malformed record was cleared, unless the file may have been cut there.
  @Test(arguments: [(false, ["malformed"]), (true, [])])
  func clearedTextsMayBeMissing(isFollowed: Bool, refusals: [String]) throws {
    let store = try store("id,name,code\n1,Ana,\"A\"x\n2,bo,B\n")
    let header = "id,name,code,_submission,_line,_errors,_rest,_raw"
    let follower = isFollowed ? "2,Bo,B,2,3,x,,\n" : ""
    let report = try store.correct("\(header)\n1,Ana,A,1,2,x\n\(follower)")
    let counts = try #require(report.corrections)
    #expect(counts.refused.map(\.reason.code) == refusals)
    #expect(counts.closed == (isFollowed ? 2 : 0))
  }
}
