import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormQueries
@testable import FormRecorder

/// The typed values of accepted and current submissions.
@Suite struct RecordFeedTests {
  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@example.com\n02,,\n3,Cem,wrong\n4\n", as: "a.csv")
    try store.add("email,id\ne@example.com,5\n", as: "b.csv")
    return store
  }

  private func ids(
    _ feed: RecordFeed, of submissions: [Int64]? = nil, after: Int64 = 0
  ) throws -> [Int64] {
    var ids: [Int64] = []
    #expect(
      try feed.forEach(of: submissions, after: after) {
        ids.append($0.submissionID)
        return true
      } == nil)
    return ids
  }

  @Test(
    arguments: [
      (nil, 0, [1, 2, 5]), (nil, 1, [2, 5]), (nil, 5, []), ([2, 3, 5], 0, [2, 5]), ([], 0, []),
    ] as [([Int64]?, Int64, [Int64])])
  func acceptedSubmissionsAreRead(
    _ submissions: [Int64]?, _ after: Int64, _ expected: [Int64]
  ) throws {
    let store = try store()
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    #expect(try ids(feed, of: submissions, after: after) == expected)
  }

  /// A submission is read whatever its verdict and state, until its cells are deleted.
  @Test func singleSubmissionsAreReadWithAnyVerdict() throws {
    let store = try store()
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    func name(_ id: Int64) throws -> String? {
      try feed.submission(id) { record in
        record[1].map { String(decoding: $0.bytes, as: UTF8.self) } ?? "none"
      }
    }
    let names: [String?] = try (Int64(1)...6).map { try name($0) }
    #expect(names == ["Ana", "", "Cem", "none", "none", nil])
    _ = try store.recorder.purge(PurgeRequest(.submissions([3]), by: "ana", reason: "erasure"))
    #expect(try name(3) == nil)
  }

  @Test func correctedAndSupersededSubmissionsAreReadOnlySingly() throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(
        form: "key: [id]",
        rules: """
          fields:
            name:
              - length: {max: 5}
          """))
    try store.add("id,name\n1,Ana\n2,Benedict\n", as: "a.csv")
    try store.add("id,name\n1,Eva\n", as: "b.csv")
    _ = try store.recorder.importCorrections(
      CorrectionRequest([SubmissionPatch(2, ["name": "Ben"])]))
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    #expect(try ids(feed) == [3, 4])
    #expect(try feed.submission(1, \.submissionID) == 1)
    #expect(try feed.submission(2, \.submissionID) == 2)
  }

  /// Records that are delivered again while a feed reads batches are read as they were: the later
  /// submissions are not those of the feed.
  @Test func recordsReplacedMeanwhileAreRead() throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(form: "key: [id]", rules: "fields: {name: [{length: {max: 5}}]}"))
    let records: Int64 = 3_000
    func table(_ name: String) -> String {
      "id,name\n" + (1...records).map { "\($0),\(name)\n" }.joined()
    }
    try store.add(table("Ana"), as: "a.csv")
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    var read: [Int64] = []
    _ = try feed.forEach { record in
      if read.isEmpty { try store.add(table("Eva"), as: "b.csv") }
      read.append(record.submissionID)
      return true
    }
    #expect(read == Array(1...records))
    #expect(try ids(feed) == Array(records + 1...2 * records))
  }

  @Test(arguments: [true, false]) func valuesHaveTheTypesOfFields(_ showsSensitive: Bool) throws {
    let store = try store()
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: showsSensitive)
    var values: [[Literal?]] = []
    _ = try feed.forEach { record in
      values.append((0..<3).map { record[$0] })
      return true
    }
    func email(_ text: String) -> Literal {
      Literal(text: showsSensitive ? text : DisplayColumns.mask)
    }
    #expect(feed.isMasked == [false, false, !showsSensitive])
    #expect(
      values == [
        [Literal(.integer(1), bytes: []), Literal(text: "Ana"), email("a@example.com")],
        [Literal(.integer(2), bytes: []), Literal(text: ""), Literal(text: "")],
        [Literal(.integer(5), bytes: []), nil, email("e@example.com")],
      ])
  }

  /// A field is masked if a column fills it that had another name when it was sensitive.
  @Test func renamedSensitiveFieldsAreMasked() throws {
    let store = try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, type: integer}
        - {name: betrag, type: decimal, scale: 2, sensitive: true}
      ---
      rules: people
      form: people
      """)
    try store.add("id,betrag\n1,12.50\n")
    try store.apply(
      """
      form: people
      fields:
        - {name: id, type: integer}
        - {name: amount, type: decimal, scale: 2, aliases: [betrag]}
      """)
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    #expect(feed.isMasked == [false, true])
    let raw = try RecordFeed(store.recorder, form: "people", showsSensitive: true)
    #expect(raw.isMasked == [false, false])
  }

  @Test func readingStopsWhenTheBodyReturnsFalse() throws {
    let store = try store()
    let feed = try RecordFeed(store.recorder, form: "people", showsSensitive: false)
    #expect(try feed.forEach { $0.submissionID < 2 } == 2)
    #expect(try feed.forEach(after: 2) { _ in false } == 5)
    // A stopped reading can be continued.
    var read: [Int64] = []
    let last = try feed.forEach(shouldStop: { true }) {
      read.append($0.submissionID)
      return true
    }
    #expect(try read + ids(feed, after: try #require(last)) == [1, 2, 5])
    #expect(read == [1, 2])
  }

  @Test func unknownFormsAreRefused() throws {
    let store = try store()
    #expect(throws: RecorderError.self) {
      try RecordFeed(store.recorder, form: "poeple", showsSensitive: false)
    }
  }
}
