import GRDB
import Testing

@testable import FormStore

@Suite struct StatementRowTests {
  private static let accessors: [String: @Sendable (StatementRow) throws -> Void] = [
    "int64": { _ = try $0.int64(0) }, "integer": { _ = try $0.integer(0) },
    "optionalInteger": { _ = try $0.optionalInteger(0) }, "count": { _ = try $0.count(0) },
    "text": { _ = try $0.text(0) }, "optionalText": { _ = try $0.optionalText(0) },
    "Int": { _ = try $0[0] as Int }, "String": { _ = try $0["value"] as String },
    "String?": { _ = try $0["VALUE"] as String? },
  ]

  /// A value, and the accessors that return it. The others report that the store was altered.
  @Test(
    arguments: [
      ("5", ["int64", "integer", "optionalInteger", "count", "Int"]),
      ("0", ["int64", "integer", "optionalInteger", "count", "Int"]),
      ("-5", ["int64", "integer", "optionalInteger", "Int"]),
      ("281474976710656", ["int64", "integer", "optionalInteger", "count", "Int"]),
      ("281474976710657", ["int64"]),
      ("'x'", ["text", "optionalText", "String", "String?"]),
      ("NULL", ["optionalInteger", "optionalText", "String?"]),
      ("x'ff'", []),
    ] as [(String, Set<String>)])
  func unexpectedValuesAreReported(_ value: String, returning: Set<String>) throws {
    let queue = try DatabaseQueue()
    for (name, access) in Self.accessors {
      let result = Result {
        try queue.inDatabase { db in
          try db.forEachRow(sql: "SELECT \(value) AS value") { try access($0) }
        }
      }
      switch result {
      case .success: #expect(returning.contains(name), "\(name)")
      case .failure(let error):
        #expect(!returning.contains(name), "\(name)")
        guard case .altered(let what)? = error as? StoreError else {
          Issue.record("\(name): \(error)")
          continue
        }
        #expect(name == "count" || !what.contains { $0.isNumber }, "\(what)")
      }
    }
  }

  @Test func missingTextIsNoEmptyText() throws {
    let texts = try DatabaseQueue().inDatabase { db in
      try db.mapRows(sql: "SELECT 'a', '', NULL") { row in
        try (0..<3).map { try row.optionalText($0) }
      }
    }
    #expect(texts == [["a", "", nil]])
  }

  @Test func onlyTheFirstRowIsRead() throws {
    let first = try DatabaseQueue().inDatabase { db in
      try db.firstRow(sql: "VALUES (NULL), ('a')") { [try $0.optionalText(0)] }
    }
    #expect(first == [nil])
    let none = try DatabaseQueue().inDatabase { db in
      try db.firstRow(sql: "SELECT 1 WHERE 0") { try $0.integer(0) }
    }
    #expect(none == nil)
  }
}
