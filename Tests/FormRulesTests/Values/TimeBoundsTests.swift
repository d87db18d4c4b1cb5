import FormRules
import Testing

/// Times and dates beyond the years 1 to 9999 become the nearest ones within them.
@Suite struct TimeBoundsTests {
  @Test(
    arguments: [
      (Int64.min, "0000-12-31T00:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
      (0, "1970-01-01T00:00:00Z"), (1_732_300_000_000_000, "10000-01-01T23:59:59Z"),
      (.max, "10000-01-01T23:59:59Z"),
    ] as [(Int64, String)])
  func everyInstantHasAText(seconds: Int64, text: String) {
    #expect("\(Instant(seconds: seconds))" == text)
  }

  @Test(arguments: [Int32.min, -1, 1_000_000_000, .max])
  func nanosecondsAreLimited(nanoseconds: Int32) {
    let instant = Instant(seconds: 0, nanoseconds: nanoseconds)
    #expect((0...999_999_999).contains(instant.nanoseconds))
    #expect(!"\(instant)".isEmpty)
  }

  @Test(
    arguments: [
      (Int32.min, "0000-12-31"), (0, "1970-01-01"), (.max, "10000-01-01"),
    ] as [(Int32, String)])
  func everyDateHasAText(days: Int32, text: String) {
    #expect("\(CalendarDate(daysSinceEpoch: days))" == text)
  }
}
