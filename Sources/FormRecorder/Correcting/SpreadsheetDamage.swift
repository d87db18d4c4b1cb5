import FormRules

/// Finds what spreadsheet programs do to a column behind a person's back.
struct SpreadsheetDamage {
  /// What a program did to a cell.
  enum Kind: Int, CaseIterable {
    case zeros, scientific, date, truth, blanks, quotes, number

    var words: String {
      switch self {
      case .zeros: "lost leading zeros or a plus sign"
      case .scientific: "were rewritten as numbers with an exponent"
      case .date: "hold the same date in another notation, or with day and month exchanged"
      case .truth: "were rewritten as TRUE or FALSE"
      case .blanks: "lost blanks at their ends"
      case .quotes: "got curly quotes"
      case .number: "hold the same number in another notation"
      }
    }
  }

  /// By column of the file, how many cells were changed, and how in which lines.
  private var changed: [Int: Int] = [:]
  private var found: [Int: [Kind: [Int]]] = [:]

  /// At least so many cells of a column, and half of those changed in it.
  private static let least = 3

  mutating func add(_ cells: MendedCells, line: Int) {
    for change in cells.changes {
      changed[change.column, default: 0] += 1
      guard let kind = Self.kind(change.before, change.after) else { continue }
      found[change.column, default: [:]][kind, default: []].append(line)
    }
  }

  /// What is to be feared, a line a column; without any value.
  func warnings(_ header: [String]) -> [String] {
    found.keys.sorted().compactMap { column in
      let kinds = found[column] ?? [:]
      let damaged = kinds.values.reduce(0) { $0 + $1.count }
      let all = changed[column] ?? 0
      guard damaged >= Self.least, damaged * 2 >= all else { return nil }
      let words = Kind.allCases.filter { kinds[$0] != nil }.map(\.words)
      let lines = kinds.values.joined().sorted().prefix(3).map(String.init)
      return "column '\(header[column].shown)': \(damaged) of \(all) changed cells "
        + "\(words.joined(separator: ", or ")), such as in line \(lines.joined(separator: ", "))"
    }
  }

  /// What was done to a cell, if that can be told.
  static func kind(_ before: [UInt8], _ after: [UInt8]) -> Kind? {
    var old = String(decoding: before, as: UTF8.self)
    let new = String(decoding: after, as: UTF8.self)
    if old.isEmpty || new.isEmpty { return nil }
    if old.trimmed == new { return .blanks }
    // What is rewritten loses its blanks as well.
    old = old.trimmed
    if new.straightened == old { return .quotes }
    if ["true", "false"].contains(old.lowercased()), old != new {
      let local = ["wahr": "true", "falsch": "false", "vrai": "true", "faux": "false"]
      let lower = new.lowercased()
      if (local[lower] ?? lower) == old.lowercased() { return .truth }
    }
    if isDate(old, new) { return .date }
    guard let number = Double(old.plainNumber), let other = Double(new.plainNumber) else {
      return nil
    }
    if new.uppercased().contains("E+"), !old.uppercased().contains("E") {
      return abs(number - other) <= abs(number) * 0.001 ? .scientific : nil
    }
    guard number == other else { return nil }
    let begins = old.hasPrefix("+") || (old.hasPrefix("0") && !old.hasPrefix("0."))
    return begins && old.drop(while: { $0 == "+" || $0 == "0" }) == new ? .zeros : .number
  }

  /// Whether two texts hold the same three numbers of a date, in any order, a year perhaps with two
  /// digits.
  private static func isDate(_ old: String, _ new: String) -> Bool {
    func parts(_ text: String) -> [Int]? {
      let day = text.split(whereSeparator: { $0 == "T" || $0 == " " }).first ?? ""
      let parts = day.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) ?? month($0) }
      guard parts.count == 3, parts.allSatisfy({ $0 != nil }) else { return nil }
      let numbers = parts.compactMap { $0 }
      return numbers.map { $0 > 99 ? $0 % 100 : $0 }.sorted()
    }
    guard let before = parts(old), let after = parts(new) else { return false }
    return before == after
  }

  /// The number of an English month, in full or by its first three letters.
  private static func month(_ name: Substring) -> Int? {
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    let name = name.lowercased()
    return months.firstIndex { name == $0 || name == $0.prefix(3) }.map { $0 + 1 }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }

  fileprivate var straightened: String {
    var text = self
    for quote in ["\u{2018}", "\u{2019}"] { text = text.replacing(quote, with: "'") }
    for quote in ["\u{201C}", "\u{201D}", "\u{201E}"] { text = text.replacing(quote, with: "\"") }
    return text
  }

  /// Without a currency's sign and those that group digits; a comma behind the last group is a decimal
  /// point.
  fileprivate var plainNumber: String {
    let isAmount = unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
    if isAmount {
      let rest = unicodeScalars.filter { $0.properties.generalCategory != .currencySymbol }
      return String(String.UnicodeScalarView(rest)).trimmed.plainNumber
    }
    guard allSatisfy({ $0.isASCII && ($0.isNumber || "+-.,eE".contains($0)) }) else { return "" }
    guard let comma = lastIndex(of: ",") else { return self }
    if let point = lastIndex(of: "."), point > comma { return replacing(",", with: "") }
    if self[index(after: comma)...].count == 3 { return replacing(",", with: "") }
    return replacing(".", with: "").replacing(",", with: ".")
  }
}
