import FormRules

/// Recognizes dates as spreadsheet programs rewrite them, and texts that they mistake for dates.
enum SpreadsheetDate {
  /// Whether a text was a date and the new text is the same date, possibly with day and month
  /// exchanged, or was mistaken for a day or a month: `1-2` becomes `02. Jan` or `2026-02-01`.
  static func isSame(_ old: String, _ new: String) -> Bool {
    guard let before = numbers(old), let after = words(new) else { return false }
    let year = after.numbers.first { $0 > 1_899 }
    let (from, to) = (before.map(short).sorted(), after.numbers.map(short).sorted())
    if before.count == 3 { return from == to }
    if from == to { return after.hasMonth }
    // The program adds the year in which the file was opened.
    guard let year, let index = to.firstIndex(of: short(year)) else { return false }
    var rest = to
    rest.remove(at: index)
    return from == rest
  }

  /// Whether a date was replaced by its serial day number: since 1899-12-30, or since 1904-01-01.
  static func isSerial(_ new: String, of old: String) -> Bool {
    guard let before = numbers(old), before.count == 3,
      let serial = Double(new.replacing(",", with: ".")), 1_000..<100_000 ~= serial
    else { return false }
    return [[0, 1, 2], [2, 1, 0], [2, 0, 1]].contains { order in
      var year = before[order[0]]
      if year < 100 { year += year < 30 ? 2_000 : 1_900 }
      guard
        let date = CalendarDate(year: year, month: before[order[1]], day: before[order[2]])
      else { return false }
      let days = Int(date.daysSinceEpoch)
      return [25_569, 24_107].contains { days + $0 == Int(serial) }
    }
  }

  /// The last two digits of a year.
  private static func short(_ number: Int) -> Int { number > 99 ? number % 100 : number }

  /// The two or three numbers of a date that are separated by symbols only. A time may follow.
  private static func numbers(_ text: String) -> [Int]? {
    let day = text.split(whereSeparator: { $0 == "T" || $0 == " " }).first ?? ""
    let parts = day.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) ?? month($0) }
    let numbers = parts.compactMap { $0 }
    return numbers.count == parts.count && (2...3).contains(parts.count) ? numbers : nil
  }

  /// The two or three numbers of a date with words, such as `Montag, 15. Januar 2024 10:30`.
  private static func words(_ text: String) -> (numbers: [Int], hasMonth: Bool)? {
    var numbers: [Int] = []
    var hasMonth = false
    for part in text.split(whereSeparator: { $0.isWhitespace || "-/.,".contains($0) }) {
      if let number = Int(part) {
        numbers.append(number)
      } else if part.contains(":") {
        // A time, preceded by the day if a T joins them.
        if let day = part.split(separator: "T").first.flatMap({ Int($0) }) { numbers.append(day) }
        break
      } else if let month = month(part), !hasMonth {
        numbers.append(month)
        hasMonth = true
      } else if part.contains(where: \.isNumber) {
        return nil
      }
    }
    return (2...3).contains(numbers.count) ? (numbers, hasMonth) : nil
  }

  /// The number of a month from at least the first three letters of its name.
  private static func month(_ name: Substring) -> Int? {
    guard name.count > 2 else { return nil }
    let name = name.lowercased()
    return months.firstIndex { $0.contains { $0.hasPrefix(name) } }.map { $0 + 1 }
  }

  /// Month names in English, German, French, Spanish, Italian, Portuguese and Dutch, and
  /// abbreviations that are not prefixes of a name.
  private static let months = [
    "january januar janvier enero gennaio janeiro januari",
    "february februar février febrero febbraio fevereiro februari",
    "march märz mrz mars marzo março maart mrt",
    "april avril abril aprile", "may mai mayo maggio maio mei",
    "june juni juin junio giugno junho", "july juli juillet julio luglio julho",
    "august août agosto augustus",
    "september septembre septiembre settembre setembro",
    "october oktober octobre octubre ottobre outubro", "november novembre noviembre novembro",
    "december dezember décembre diciembre dicembre dezembro",
  ].map { $0.split(separator: " ").map(String.init) }
}
