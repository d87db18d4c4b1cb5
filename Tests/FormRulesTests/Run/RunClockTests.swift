import FormModels
import Testing

@testable import FormRules

/// The day of a run: time zones, offsets, and what is recorded of them.
@Suite struct RunClockTests {
  private func instant(_ text: String) throws -> Instant { try #require(Instant(text: text)) }

  @Test(arguments: [
    ("UTC", "2026-11-26T20:00:00Z", "2026-11-26T20:00:00Z", "2026-11-26"),
    ("Pacific/Auckland", "2026-11-26T20:00:00Z", "2026-11-27T09:00:00+13:00", "2026-11-27"),
    ("Pacific/Auckland", "2026-11-26T10:59:59Z", "2026-11-26T23:59:59+13:00", "2026-11-26"),
    (
      "America/Los_Angeles", "2026-07-01T06:30:00.25Z", "2026-06-30T23:30:00.25-07:00", "2026-06-30"
    ),
    ("Asia/Kolkata", "2026-01-31T18:30:00Z", "2026-02-01T00:00:00+05:30", "2026-02-01"),
    ("Asia/Kathmandu", "2026-01-31T18:14:59Z", "2026-01-31T23:59:59+05:45", "2026-01-31"),
    ("Pacific/Kiritimati", "2026-01-01T10:00:00Z", "2026-01-02T00:00:00+14:00", "2026-01-02"),
  ])
  func clocksOfZonesHaveADay(
    _ zone: String, _ time: String, _ text: String, _ day: String
  ) throws {
    let zone = try #require(NamedZone(zone))
    let clock = RunClock(try instant(time), in: zone)
    #expect(clock.description == text)
    #expect(clock.today.description == day)
    #expect(RunClock(text: text) == clock)
  }

  @Test(arguments: [
    "", "Mars/Phobos", "pacific/auckland", "CST", "PST", "+13:00", "Europe/Berlin ", "GMT+5",
    "Local", "/", "../etc/passwd",
  ])
  func otherNamesAreUnknown(_ name: String) { #expect(NamedZone(name) == nil) }

  @Test func offsetsAreRecordedToTheMinute() throws {
    #expect(RunClock(text: "2026-11-27T09:00:00+13:00")?.today.description == "2026-11-27")
    #expect(RunClock(text: "2026-11-27T09:00:00")?.description == "2026-11-27T09:00:00Z")
    #expect(RunClock(text: "2026-11-27T00:30:00-00:00")?.description == "2026-11-27T00:30:00Z")
    #expect(RunClock(text: "2026-11-27") == nil)
    for second in stride(from: Int64(-3_000_000_000), to: 3_000_000_000, by: 50_000_017) {
      let offset = try #require(NamedZone("Africa/Monrovia")).offset(at: Instant(seconds: second))
      #expect(offset % 60 == 0)
    }
  }

  /// During each day of two years, the recorded offsets are those of the zone, also on days on
  /// which it changes.
  @Test(arguments: [
    "Europe/Berlin", "Pacific/Auckland", "Australia/Lord_Howe", "America/St_Johns", "Asia/Tokyo",
    "Africa/Casablanca", "Pacific/Apia",
  ])
  func offsetsOfADayAreThoseOfTheZone(_ name: String) throws {
    let zone = try #require(NamedZone(name))
    var changes = 0
    // 2011 includes the day that Samoa left out.
    for day in [Int64(14_975)..<15_340, 20_454..<20_819].joined() {
      let start = day * 86_400
      let offsets = DayOffsets(zone, dayOf: Instant(seconds: start + 12_345))
      let read = try #require(DayOffsets(text: offsets.description))
      #expect(read == offsets)
      if offsets.description.contains(" ") { changes += 1 }
      for second in stride(from: start, to: start + 86_400, by: 1_799) {
        let instant = Instant(seconds: second)
        #expect(read.clock(instant) == RunClock(instant, in: zone))
      }
    }
    #expect((changes > 0) == (name != "Asia/Tokyo"))
  }

  @Test(arguments: ["", "x", "+1", "+13:00 x +12:00", "+13:00 2026-04-04T14:00:00Z", "13:00"])
  func otherTextsAreNoOffsets(_ text: String) { #expect(DayOffsets(text: text) == nil) }

  private struct Trip {
    var day: CalendarDate
    var stops: [Stop] = []
    struct Stop { var day: CalendarDate }
  }

  /// Validators of values, models, nested values and sessions have the day of their zone.
  @Test func validatorsHaveTheDayOfTheirZone() throws {
    let zone = try #require(NamedZone("Pacific/Auckland"))
    let now = try instant("2026-11-26T20:00:00Z")
    let tomorrow = try #require(CalendarDate(year: 2026, month: 11, day: 27))
    let value = try Validator(for: CalendarDate.self, .range(max: .today))
    #expect(!value.validate(tomorrow, now: now).isValid)
    #expect(value.inZone(zone).validate(tomorrow, now: now).isValid)

    let stops = try ModelValidator<Trip.Stop> { Property("day", \.day, .range(max: .today)) }
    func model(_ zone: NamedZone?) throws -> ModelValidator<Trip> {
      try ModelValidator<Trip>(zone: zone) {
        Property("day", \.day, .range(max: .today))
        Each("stops", \.stops).using(stops)
      }
    }
    let trip = Trip(day: tomorrow, stops: [Trip.Stop(day: tomorrow)])
    #expect(
      try model(nil).validate(trip, now: now).errors.map(\.rule) == [
        "day.range", "stops.day.range",
      ])
    #expect(try model(zone).validate(trip, now: now).isValid)
    var session = FormSession(trip, try model(zone))
    session.now = now
    #expect(session.validate().state == .valid)
  }
}
