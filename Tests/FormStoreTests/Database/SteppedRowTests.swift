import GRDB
import Testing

@testable import FormStore

@Suite struct SteppedRowTests {
  @Test func aMissingTextIsNoEmptyText() throws {
    let queue = try DatabaseQueue()
    let sql = "SELECT 'a', '', NULL"
    let texts = try queue.inDatabase { db in
      try db.mapRows(sql: sql) { row in (0..<3).map { row.optionalText($0) } }
    }
    #expect(texts == [["a", "", nil]])
    let error = #expect(throws: StoreError.self) {
      try queue.inDatabase { db in try db.mapRows(sql: sql) { try $0.text(2) } }
    }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
