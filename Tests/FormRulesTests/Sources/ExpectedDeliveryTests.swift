import Testing

@testable import FormRules

/// The times at which deliveries are due.
@Suite struct ExpectedDeliveryTests {
  /// Intervals and times as written, the current time, and the last two times.
  @Test(
    arguments: [
      (.day, "06:30", "2026-11-27T06:30:00Z", "2026-11-26T06:30:00Z", "2026-11-27T06:30:00Z"),
      (.day, "06:30", "2026-11-27T06:29:59Z", "2026-11-25T06:30:00Z", "2026-11-26T06:30:00Z"),
      (.day, "24:00", "2026-01-01T00:00:00Z", "2025-12-31T00:00:00Z", "2026-01-01T00:00:00Z"),
      (
        .week, "Monday 12:00", "2026-11-27T00:00:00Z", "2026-11-16T12:00:00Z",
        "2026-11-23T12:00:00Z"
      ),
      (
        .week, "sunday 00:00", "2026-11-27T00:00:00Z", "2026-11-15T00:00:00Z",
        "2026-11-22T00:00:00Z"
      ),
      (.week, "08:00", "2026-11-27T00:00:00Z", "2026-11-15T08:00:00Z", "2026-11-22T08:00:00Z"),
      (.month, "31 12:00", "2026-03-30T00:00:00Z", "2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z"),
      (.month, "3 12:00", "2026-03-03T12:00:00Z", "2026-02-03T12:00:00Z", "2026-03-03T12:00:00Z"),
      (
        .week, "Thursday 12:00", "1969-12-31T00:00:00Z", "1969-12-18T12:00:00Z",
        "1969-12-25T12:00:00Z"
      ),
    ] as [(ExpectedDelivery.Interval, String, String, String, String)])
  func lastTimes(
    _ interval: ExpectedDelivery.Interval, _ text: String, now: String, earlier: String,
    later: String
  ) throws {
    let expected = try #require(ExpectedDelivery(every: interval, due: text))
    let due = expected.lastDueTimes(before: try #require(Instant(text: now)), in: nil)
    #expect(due.earlier.description == earlier)
    #expect(due.later.description == later)
    #expect(ExpectedDelivery(every: interval, due: expected.dueText) == expected)
  }

  /// Noon in Berlin before and after the change of the clocks on 2026-03-29.
  @Test func timesAreThoseOfTheZone() throws {
    let expected = try #require(ExpectedDelivery(every: .day, due: "12:00"))
    let now = try #require(Instant(text: "2026-03-29T12:00:00Z"))
    let due = expected.lastDueTimes(before: now, in: NamedZone("Europe/Berlin")!)
    #expect(due.earlier.description == "2026-03-28T11:00:00Z")
    #expect(due.later.description == "2026-03-29T10:00:00Z")
  }

  /// Days on which the clocks change: the zone, the time, the end of the day in UTC, and when the
  /// delivery was due.
  @Test(
    arguments: [
      ("America/New_York", "04:00", "2026-03-09T00:00:00Z", "2026-03-08T08:00:00Z"),
      ("America/New_York", "01:30", "2026-03-09T00:00:00Z", "2026-03-08T06:30:00Z"),
      ("America/New_York", "04:00", "2026-11-02T00:00:00Z", "2026-11-01T09:00:00Z"),
      ("Pacific/Auckland", "24:00", "2026-04-04T20:00:00Z", "2026-04-04T11:00:00Z"),
      ("Europe/Berlin", "01:30", "2026-10-25T12:00:00Z", "2026-10-24T23:30:00Z"),
      // Occurs twice.
      ("Europe/Berlin", "02:30", "2026-10-25T12:00:00Z", "2026-10-25T00:30:00Z"),
      // Is skipped.
      ("Europe/Berlin", "02:30", "2026-03-29T12:00:00Z", "2026-03-29T01:30:00Z"),
      ("Pacific/Apia", "12:00", "2011-12-30T23:00:00Z", "2011-12-30T22:00:00Z"),
    ])
  func daysOnWhichClocksChange(_ name: String, _ due: String, now: String, at: String) throws {
    let expected = try #require(ExpectedDelivery(every: .day, due: due))
    let zone = try #require(NamedZone(name))
    let times = expected.lastDueTimes(before: try #require(Instant(text: now)), in: zone)
    #expect(times.later.description == at)
  }

  @Test(
    arguments: [
      (.day, "Monday 12:00"), (.day, "1 12:00"), (.week, "3 12:00"), (.week, "Montag 12:00"),
      (.month, "0 12:00"), (.month, "32 12:00"), (.month, "Monday 12:00"), (.day, "24:01"),
      (.day, "12"), (.day, "12:60"), (.day, "1:00"), (.day, ""), (.week, "Monday Monday 12:00"),
      (.day, "-1:00"), (.day, "+1:00"),
    ] as [(ExpectedDelivery.Interval, String)])
  func otherTextsAreNoTimes(_ interval: ExpectedDelivery.Interval, _ text: String) {
    #expect(ExpectedDelivery(every: interval, due: text) == nil)
  }
}
