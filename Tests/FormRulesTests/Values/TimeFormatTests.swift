import Testing

@testable import FormRules

/// Fields of times and moments with their own formats.
@Suite struct TimeFormatTests {
  private func time(_ text: String, _ format: TimeFormat) -> TimeOfDay? {
    format.parse(Array(text.utf8).span)
  }

  private func moment(_ text: String, _ format: DateTimeFormat) -> Instant? {
    format.parse(Array(text.utf8).span)
  }

  @Test(arguments: [
    ("h:mm a", ["7:40 a.m.", "07:40 AM", "12:00 pm", "7:40\u{202F}AM", "7:40\u{A0}p. m."]),
    ("HH:mm:ss", ["07:40:00", "23:59:59"]),
    ("H.mm", ["7.40", "23.59"]),
    ("hh:mm:ss.S a", ["07:40:15.5 PM", "07:40:15.1234567891 PM"]),
    ("HH:mm:ss.SSS", ["07:40:15.500"]),
    ("Hmm", ["740", "0740", "2359"]), ("hmma", ["740am", "1240PM"]), ("Hmmss", ["74015"]),
    ("HHmmssS", ["0740155", "07401512345"]), ("ss.SSSHmm", ["01.1231030", "01.123930"]),
  ])
  func validTimesAreParsed(_ pattern: String, _ texts: [String]) throws {
    let format = try #require(TimeFormat(pattern))
    for text in texts { #expect(time(text, format) != nil, "\(text)") }
  }

  @Test(arguments: [
    ("h:mm a", ["0:40 AM", "13:00 PM", "7:40", "7:40 XM", "7:40 a.m", "7:40  AM", "7:40 AM ", ""]),
    ("hh:mm a", ["7:40 AM"]), ("HH:mm:ss", ["07:40", "24:00:00", "07:60:00", "07:40:60"]),
    ("HH:mm:ss.SSS", ["07:40:15.5", "07:40:15"]),
    ("Hmm", ["74", "07400", "2459", "760", ":40", ""]), ("HHmmssS", ["074015"]),
    ("ss.SSSHmm", ["01.12930", "01.123010301"]),
  ])
  func invalidTimesAreRefused(_ pattern: String, _ texts: [String]) throws {
    let format = try #require(TimeFormat(pattern))
    for text in texts { #expect(time(text, format) == nil, "\(text)") }
  }

  @Test(arguments: [
    "", "HH", "mm", "h:mm", "HH:mm a", "HH:mm:mm", "HH:mm.S", "HH:mm:ss SS S", "HH:mm XXX",
    "yyyy HH:mm", "HSmmss",
  ])
  func invalidTimeFormatsAreRefused(_ pattern: String) { #expect(TimeFormat(pattern) == nil) }

  @Test func noonAndMidnightAreParsed() throws {
    let format = try #require(TimeFormat("h:mm:ss a"))
    for (text, hour) in [("12:00:00 AM", 0), ("12:30:00 PM", 12), ("1:00:00 PM", 13)] {
      let found = try #require(time(text, format))
      #expect(found.nanoseconds / 3_600_000_000_000 == hour)
      #expect(format.text(of: found) == text)
    }
  }

  /// A format may have more decimals than nanoseconds.
  @Test(arguments: ["07:40:15.12", "07:40:15.123456789", "07:40:15.12345678900"])
  func fractionsHaveTheDecimalsOfTheirFormat(_ text: String) throws {
    let decimals = String(repeating: "S", count: text.utf8.count - "07:40:15.".utf8.count)
    let format = try #require(TimeFormat("HH:mm:ss.\(decimals)"))
    let found = try #require(time(text, format))
    #expect(format.text(of: found) == text)
  }

  @Test func datetimesAreADateAndATime() throws {
    let format = try #require(DateTimeFormat("MM/dd/yyyy h:mm a"))
    let found = try #require(moment("01/31/2026 9:30 PM", format))
    #expect(found.description == "2026-01-31T21:30:00Z")
    #expect(format.text(of: found) == "01/31/2026 9:30 PM")
    #expect(moment("02/30/2026 9:30 PM", format) == nil)
    #expect(DateTimeFormat("yyyy-MM-dd'T'HH:mm") == nil)
    #expect(DateTimeFormat("yyyy-MM-ddTHH:mm") != nil)
    #expect(DateTimeFormat("HH:mm yyyy-MM-dd") == nil)
    #expect(DateTimeFormat("yyyy-MM-dd") == nil)
  }

  /// The rule `dateTime` and the type accept the same seconds.
  @Test(arguments: [
    "2016-12-31T23:59:60Z", "2016-12-31T15:59:60.5-08:00", "2026-01-31T09:30:00.1234567891Z",
  ])
  func typeAndRuleAcceptTheSameDatetimes(_ text: String) {
    #expect(FieldType.datetime().literal(text) != nil)
  }

  /// PostgreSQL and DuckDB write offsets in hours.
  @Test func offsetsMayBeHoursAlone() {
    let noon = Instant(text: "2024-03-12T12:00:00Z")
    for text in [
      "2024-03-12 12:00:00+00", "2024-03-12 13:00+01", "2024-03-12T01:00:00.000-11",
      "2024-03-12 17:30:00+05:30", "2024-03-12 08:30:00-03:30",
    ] {
      #expect(Instant(text: text) == noon, "\(text)")
    }
    for text in [
      "2024-03-12 12:00:00+0", "2024-03-12 12:00:00+24", "2024-03-12 12:00:00+0000",
      "2024-03-12 12+00", "2024-03-12+00", "2024-03-12 12:00:00+00:0", "2024-03-12 12:00:00+00:60",
      "2024-03-12 12:00:00+000:00", "2024-03-12 12:00:00++0", "2024-03-12 12:00:00.+00",
      "2024-03-12 12:00:00+00+00", "2024-03-12 12:00-05:30:15", "2024-03-12 12:00:00+00Z",
    ] {
      #expect(Instant(text: text) == nil, "\(text)")
    }
  }

  @Test func leapSecondEqualsTheNextSecond() {
    #expect(Instant(text: "2016-12-31T23:59:60Z") == Instant(text: "2017-01-01T00:00:00Z"))
    #expect(Instant(text: "2016-12-31T23:59:60.5Z") == Instant(text: "2017-01-01T00:00:00.5Z"))
    #expect(Instant(text: "2016-12-31T22:59:60Z") == nil)
    #expect(Instant(text: "2016-12-31T23:59:60+01:00") == nil)
    #expect(Instant(text: "2016-12-31T23:59:61Z") == nil)
  }
}
