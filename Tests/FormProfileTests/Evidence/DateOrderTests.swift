import FormRules
import Testing

@testable import FormProfile

/// Columns of dates in order.
@Suite struct DateOrderTests {
  /// The timestamp precedes the date in every record.
  @Test func aDateIsNotComparedWithATimestamp() throws {
    let days = (1...28).map { $0 < 10 ? "0\($0)" : "\($0)" }
    let rows = (0..<300).map { ["2026-03-\(days[$0 % 28])", "2026-02-\(days[$0 % 28])T10:00:00Z"] }
    let analysis = try ProfiledTable([["due", "created"]] + rows).analysis
    #expect(analysis.columns.map(\.type.type.name) == ["date", "datetime"])
    #expect(analysis.dateOrders.isEmpty)
  }

  @Test func dateOrdersAreFound() throws {
    func day(_ number: Int) -> String {
      let date = CalendarDate(daysSinceEpoch: Int32(20_000 + number))
      return date.description
    }
    let rows =
      [["from", "to"]]
      + (0..<400).map { [day($0 * 31 % 365), day($0 * 31 % 365 + ($0 == 77 ? -5 : $0 % 9))] }
    let orders = try ProfiledTable(rows).analysis.dateOrders
    #expect(orders.map(\.exceptions) == [1])
    #expect(orders.first?.earlier == 0)
  }

  /// The shares at which an order is no longer recognized, with 400 records.
  @Test(arguments: [
    (ascending: 300, descending: 2, filled: 400, isFound: true),
    (300, 3, 400, false), (40, 0, 400, true), (39, 0, 400, false), (150, 1, 200, true),
    (150, 2, 200, false), (150, 0, 199, false),
  ])
  func ordersHaveBounds(ascending: Int, descending: Int, filled: Int, isFound: Bool) throws {
    func day(_ number: Int) -> String {
      CalendarDate(daysSinceEpoch: Int32(20_000 + number)).description
    }
    let rows = (0..<400).map { record in
      let shift = record < ascending ? 1 : record < ascending + descending ? -1 : 0
      return [day(record % 90), record < filled ? day(record % 90 + shift) : ""]
    }
    for columns in [["from", "to"], ["to", "from"]] {
      let isReversed = columns[0] == "to"
      let table = [columns] + (isReversed ? rows.map { $0.reversed() } : rows)
      let orders = try ProfiledTable(table).analysis.dateOrders
      #expect(orders.map(\.exceptions) == (isFound ? [descending] : []))
      #expect(orders.map(\.earlier) == (isFound ? [isReversed ? 1 : 0] : []))
      #expect(orders.map(\.compared) == (isFound ? [filled] : []))
      #expect(orders.first?.firstException == (isFound && descending > 0 ? ascending : nil))
    }
  }
}
