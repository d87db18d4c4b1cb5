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
}
