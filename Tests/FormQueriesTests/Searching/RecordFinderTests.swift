import FormRecorderTestSupport
import FormRules
import Foundation
import Testing

@testable import FormQueries
@testable import FormRecorder

/// Searches for the submissions of a record, in the cells and in the index of keys.
@Suite struct RecordFinderTests {
  private static func definitions(key: String = "") -> String {
    """
    form: people
    columns: keep
    \(key)
    fields:
      - {name: id, type: integer}
      - {name: name, type: text, trim: true}
      - {name: amount, type: decimal, group: ","}
      - {name: born, type: date, format: [dd.MM.yyyy]}
      - {name: active, type: boolean}
      - {name: email, type: text, aliases: [E-mail]}
    ---
    rules: people
    form: people
    """
  }

  private static let csv = """
    id,name,amount,born,active,E-mail,note
    1,Ana,"1,000.50",01.02.1990,yes,ana@example.com,x
    2, Ben ,1000.5,31.12.1985,no,ben@example.com,7
    3,Ana,7,,true,ANA@example.com,
    27,Zoë,x,,,,
    5,Eve,8,,,eve@example.com,a,b,c

    """

  /// The fields and values of a search, and the numbers of the submissions that it finds.
  static let searches: [(conditions: [(field: String, value: String)], found: [Int64])] = [
    ([("id", "1")], [1]), ([("id", "01")], [1]), ([("id", "7")], []),
    ([("name", "Ana")], [1, 3]), ([("name", "ana")], []),
    // The field is trimmed. The cell itself has the blanks.
    ([("name", "Ben")], [2]), ([("name", " Ben ")], [2]),
    ([("amount", "1,000.5")], [1, 2]), ([("amount", "7.00")], [3]), ([("amount", "x")], [4]),
    ([("born", "01.02.1990")], [1]), ([("active", "true")], [1, 3]),
    ([("email", "ana@example.com")], [1]), ([("E-mail", "ana@example.com")], [1]),
    ([("note", "7")], [2]), ([("name", "Ana"), ("active", "yes")], [1, 3]),
    ([("name", "Ana"), ("id", "3")], [3]), ([("name", "Ana"), ("id", "2")], []),
    // The cells of a malformed record may be in other columns.
    ([("name", "Eve")], [5]), ([("note", "Eve")], [5]), ([("name", "Ev")], []),
  ]

  @Test(arguments: searches)
  func cellsAreCompared(
    _ conditions: [(field: String, value: String)], _ found: [Int64]
  ) throws {
    let store = try TemporaryStore(Self.definitions())
    try store.add(Self.csv)
    let search = RecordSearch(
      conditions.map { RecordSearch.Condition(field: $0.field, value: $0.value) })
    #expect(try store.recorder.find(search).map(\.submissionID) == found)
  }

  /// The bytes of a malformed record may be in another encoding than the others.
  @Test func undecodableRecordsAreFound() throws {
    let store = try TemporaryStore(Self.definitions())
    let records = Data("id,name\n1,Zoë\n2,Zo".utf8) + [0xEB] + Data("\n3,Zo\n".utf8)
    try store.add(records, encoding: "utf-8")
    let search = RecordSearch([.init(field: "name", value: "Zoë")])
    #expect(try store.recorder.reasons(search) == [1: .value, 2: .malformedText])
  }

  /// The index of keys finds the same submissions as a comparison of all cells, and the other
  /// deliveries of a record that has other values are found by its key.
  @Test func keysFindDeliveries() throws {
    let store = try TemporaryStore(Self.definitions(key: "key: [id]"))
    try store.add(Self.csv)
    try store.add("id,name\n01,Ann\n", as: "later.csv")
    func reasons(_ field: String, _ value: String) throws -> [Int64: FoundSubmission.Reason] {
      try store.recorder.reasons(RecordSearch([.init(field: field, value: value)]))
    }
    #expect(try reasons("id", "1") == [1: .value, 6: .value])
    #expect(try reasons("name", "Ann") == [6: .value, 1: .delivery(of: 6)])
    #expect(try reasons("id", "5") == [5: .malformedCell])
  }

  @Test(arguments: [
    [], [RecordSearch.Condition(field: "name", value: "")],
    [RecordSearch.Condition(field: "nane", value: "Ana")],
  ])
  func invalidSearchesAreRefused(_ conditions: [RecordSearch.Condition]) throws {
    let store = try TemporaryStore(Self.definitions())
    try store.add(Self.csv)
    #expect(throws: RecorderError.self) { try store.recorder.find(RecordSearch(conditions)) }
  }

  @Test func searchesCanBeStopped() throws {
    let store = try TemporaryStore(Self.definitions())
    try store.add(Self.csv)
    let search = RecordSearch([.init(field: "name", value: "Ana")])
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.reasons(search, shouldStop: { true })
    }
    #expect(error?.reason == .stopped)
  }

  /// The fields of a key identify a record only together.
  @Test(arguments: [
    (["id", "region"], true), (["region", "id"], true), (["id"], false), (["id", "name"], false),
    (["id", "region", "name"], false),
  ])
  func keysAreComplete(_ fields: [String], _ isComplete: Bool) throws {
    let store = try TemporaryStore(
      """
      form: people
      key: [id, region]
      fields:
        - {name: id, type: integer}
        - {name: region, type: text}
        - {name: name, type: text}
      ---
      rules: people
      form: people
      """)
    try store.add("id,region,name\n7,7,7\n7,8,7\n")
    var search = RecordSearch(fields.map { .init(field: $0, value: "7") })
    search.keyFields = fields
    let found = Result { try store.recorder.reasons(search).keys.sorted() }
    #expect((try? found.get()) == (isComplete ? [1] : nil))
  }
}
