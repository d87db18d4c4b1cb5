import FormBytes

extension CalendarDate {
  /// The ISO 8601 week of the date, such as `2026-W05`. A week begins on Monday and belongs to the
  /// year of its Thursday.
  package var isoWeek: String {
    // 1970-01-01 was a Thursday.
    let weekday = Int(((daysSinceEpoch + 3) % 7 + 7) % 7)
    let thursday = CalendarDate(daysSinceEpoch: daysSinceEpoch + 3 - Int32(weekday))
    let year = thursday.components.year
    guard let first = CalendarDate(year: year, month: 1, day: 1) else { return "" }
    let week = Int(thursday.daysSinceEpoch - first.daysSinceEpoch) / 7 + 1
    return "\(year.zeroPadded(to: 4))-W\(week.zeroPadded(to: 2))"
  }
}
