/// An era of the Japanese calendar. The calendar is Gregorian since 1873, except for its years.
package struct JapaneseEra: Sendable, Equatable {
  /// The full name, the name as one character, and its letter.
  package let names: [String]
  /// The days from its first to the day before the next era, since 1970-01-01.
  package let days: Range<Int>
  /// The year before its year 1.
  private let yearBefore: Int

  private init(_ names: [String], from first: CivilDate, to next: CivilDate, yearBefore: Int) {
    self.names = names
    days = first.daysSinceEpoch..<next.daysSinceEpoch
    self.yearBefore = yearBefore
  }

  private static let starts: [(names: [String], first: CivilDate, yearBefore: Int)] = [
    // Before 1873 the calendar was lunisolar.
    (["明治", "\u{337E}", "M"], CivilDate(year: 1873, month: 1, day: 1), 1867),
    (["大正", "\u{337D}", "T"], CivilDate(year: 1912, month: 7, day: 30), 1911),
    (["昭和", "\u{337C}", "S"], CivilDate(year: 1926, month: 12, day: 25), 1925),
    (["平成", "\u{337B}", "H"], CivilDate(year: 1989, month: 1, day: 8), 1988),
    (["令和", "\u{32FF}", "R"], CivilDate(year: 2019, month: 5, day: 1), 2018),
  ]

  /// The eras since 1873, the latest first.
  package static let all: [JapaneseEra] = starts.indices.reversed().map { index in
    let (names, first, yearBefore) = starts[index]
    let next =
      index + 1 < starts.count ? starts[index + 1].first : CivilDate(year: 10_000, month: 1, day: 1)
    return JapaneseEra(names, from: first, to: next, yearBefore: yearBefore)
  }

  /// The era of a day since 1970-01-01, or nil before 1873.
  package static func era(ofDay day: Int) -> JapaneseEra? { all.first { $0.days.contains(day) } }

  /// The Gregorian year of a year of the era.
  package func gregorianYear(_ year: Int) -> Int { yearBefore + year }

  /// The year of the era of a Gregorian year.
  package func year(ofGregorian year: Int) -> Int { year - yearBefore }
}
