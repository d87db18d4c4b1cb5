import FormRecorder
import FormRecorderTestSupport
import FormRules
import Testing

/// Lists of submissions, imports, runs and definitions.
@Suite struct ListingTests {
  /// An accepted record, one with a warning, a rejected one and a malformed one, then an accepted
  /// one of another import.
  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add(
      "id,name,email\n1,Ana,a@example.com\n2,Benjamin,\n3,Cem,wrong\n4,a,b,c,d,e\n", as: "a.csv",
      source: "north")
    try store.add("id,name\n5,Eve\n", as: "b.csv", source: "south")
    return store
  }

  /// A scope, the number after which the list begins, the limit, and the listed numbers.
  static let lists: [(SubmissionScope, after: Int64, limit: Int, ids: [Int64], hasMore: Bool)] = [
    (.all, 0, 10, [1, 2, 3, 4, 5], false), (.all, 0, 5, [1, 2, 3, 4, 5], false),
    (.all, 0, 4, [1, 2, 3, 4], true), (.all, 4, 1, [5], false), (.all, 5, 1, [], false),
    (.accepted, 0, 10, [1, 2, 5], false), (.accepted, 1, 1, [2], true),
    (.warned, 0, 10, [2], false), (.rejected, 0, 10, [3, 4], false),
    (.open, 3, 10, [4], false), (.current, 0, 2, [1, 2], true),
  ]

  @Test(arguments: lists)
  func submissionsAreListed(
    _ scope: SubmissionScope, _ after: Int64, _ limit: Int, _ ids: [Int64], _ hasMore: Bool
  ) throws {
    let store = try store()
    let listed = try store.recorder.submissions(scope, .all, after: after, limit: limit)
    #expect(listed.map(\.submissionID) == ids)
    let slice = try store.recorder.slice(scope, .all, after: after, limit: limit)
    #expect(slice.count == ids.count && slice.last == ids.last ?? after)
    #expect(slice.hasMore == hasMore)
    let rest = try store.recorder.submissionCount(scope, .all, after: after)
    #expect(hasMore ? rest > ids.count : rest == ids.count)
  }

  @Test func listedSubmissionsHaveOriginAndRules() throws {
    let store = try store()
    let listed = try store.recorder.submissions(.all, .all, limit: 10)
    #expect(listed.map(\.importID) == [1, 1, 1, 1, 2])
    #expect(listed.map(\.record) == [1, 2, 3, 4, 1])
    #expect(listed.map(\.line) == [2, 3, 4, 5, 2])
    #expect(listed.map(\.isRejected) == [false, false, true, true, false])
    #expect(listed.prefix(3).map(\.rules) == [[], ["name.length"], ["email.email"]])
  }

  @Test func importsAndRunsAreListed() throws {
    let store = try store()
    var replay = ReplayRequest()
    replay.isFull = true
    _ = try store.recorder.replay(replay)
    let list = try store.recorder.list(limit: 1)
    #expect(list.forms.map { "\($0.name)@\($0.number) \($0.size)" } == ["people@1 3"])
    #expect(list.ruleSets.map { "\($0.form ?? "") \($0.size)" } == ["people 3"])
    #expect(list.imports.map(\.importID) == [2] && list.importCount == 2)
    #expect(list.runs.map(\.kind) == [.replay] && list.runCount == 3)
    let imports = try store.recorder.list().imports
    #expect(imports.map { [$0.records, $0.accepted, $0.rejected] } == [[1, 1, 0], [4, 2, 2]])
    #expect(try store.recorder.run(1).kind == .import)
    #expect(throws: RecorderError.self) { try store.recorder.run(4) }
    #expect(throws: RecorderError.self) { try store.recorder.list(form: "poeple") }
    #expect(throws: RecorderError.self) { try store.recorder.list(limit: -1) }
  }
}
