import FormRules

/// Changes that spreadsheet programs make to a cell automatically.
enum SpreadsheetDamage {
  /// The number of significant digits that spreadsheet programs store.
  private static let digitsHeld = 15

  /// The change that was made to a cell, or nil if it is not a known one.
  static func kind(_ before: [UInt8], _ after: [UInt8]) -> SuspiciousChange.Cause? {
    var old = String(decoding: before, as: UTF8.self)
    let new = String(decoding: after, as: UTF8.self)
    if old.isEmpty || new.isEmpty { return nil }
    // Swift strings are equal under canonical equivalence.
    if old == new { return .normalization }
    if old.trimmed == new.trimmed, new.utf8.count < old.utf8.count { return .blanks }
    if new.straightened != new, new.straightened.trimmed == old.trimmed { return .quotes }
    // Rewritten values also lose their leading and trailing spaces.
    old = old.trimmed
    if new.count > 1, new.allSatisfy({ $0 == "#" }) { return .hashes }
    if ["true", "false"].contains(old.lowercased()), old != new {
      let local = ["wahr": "true", "falsch": "false", "vrai": "true", "faux": "false"]
      let lower = new.lowercased()
      if (local[lower] ?? lower) == old.lowercased() { return .truth }
    }
    if SpreadsheetDate.isSame(old, new) { return .date }
    if SpreadsheetDate.isSerial(new, of: old) { return .serial }
    if old.hasPrefix("+"), !new.hasPrefix("+"), !new.contains("E"),
      old.filter(\.isNumber) == new.filter(\.isNumber)
    {
      return .zeros
    }
    guard let number = Double(old.plainNumber), let other = Double(new.plainNumber) else {
      return nil
    }
    if new.uppercased().contains("E+"), !old.uppercased().contains("E") {
      return abs(number - other) <= abs(number) * 0.001 ? .scientific : nil
    }
    if old.significantDigits > Self.digitsHeld, new.significantDigits <= Self.digitsHeld,
      abs(number - other) <= abs(number) * 1e-13
    {
      return .digits
    }
    guard number == other else { return nil }
    let begins = old.hasPrefix("+") || (old.hasPrefix("0") && !old.hasPrefix("0."))
    return begins && old.drop(while: { $0 == "+" || $0 == "0" }) == new ? .zeros : .number
  }
}

extension String {
  /// The text without leading and trailing blanks.
  var trimmed: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }

  fileprivate var straightened: String {
    var text = self
    for quote in ["\u{2018}", "\u{2019}", "\u{201A}"] { text = text.replacing(quote, with: "'") }
    for quote in ["\u{201C}", "\u{201D}", "\u{201E}"] { text = text.replacing(quote, with: "\"") }
    return text
  }

  /// The number of significant digits, without leading and trailing zeros.
  fileprivate var significantDigits: Int {
    let digits = plainNumber.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
    let tail = digits.reversed().prefix { $0 == "0" }.count
    return digits.drop { $0 == "0" }.count - tail
  }

  /// The number without a currency symbol and grouping separators. A comma after the last group is
  /// a decimal separator.
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
