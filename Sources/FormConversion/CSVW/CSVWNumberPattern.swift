import FormDefinitions
import FormRules

/// Converts Unicode number patterns (UTS #35, part 3) to regular expressions.
enum CSVWNumberPattern {
  struct Signs {
    let point: String
    let group: String

    /// Whether a format has groups.
    func hasGroups(_ format: String) -> Bool { group != point && format.contains(group) }
  }

  /// Returns the regular expression of a format, or nil if the format is invalid.
  static func pattern(of format: String, _ signs: Signs) -> String? {
    var rest = format[...]
    var prefix = ""
    while let first = rest.first, "+-%\u{2030}".contains(first) {
      prefix += first == "+" ? #"[+-]"# : first == "-" ? "-" : String(first)
      rest.removeFirst()
    }
    var suffix = ""
    while let last = rest.last, "%\u{2030}".contains(last) {
      suffix = String(last) + suffix
      rest.removeLast()
    }
    var exponent = ""
    if let mark = rest.firstIndex(of: "E") {
      var digits = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
      let hasSign = digits.first == "+"
      if hasSign { digits.removeFirst() }
      guard digits.allSatisfy({ "#0".contains($0) }), !digits.isEmpty else { return nil }
      let least = max(1, digits.count { $0 == "0" })
      exponent = "[Ee]\(hasSign ? "[+-]" : "-?")\\d{\(least),}"
    }
    let sides = rest.split(separator: signs.point, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = whole(String(sides[0]), group: signs.group) else { return nil }
    guard sides.count > 1 else { return prefix.sign + whole + exponent + suffix }
    guard let decimals = decimals(String(sides[1]), signs) else { return nil }
    return prefix.sign + whole + decimals + exponent + suffix
  }

  /// Returns how digits are grouped, or nil if decimal fields have no such groups.
  static func grouping(
    of format: String, _ signs: Signs
  ) -> FieldType.DecimalFormat.Grouping? {
    let sides = format.split(separator: signs.point, maxSplits: 1, omittingEmptySubsequences: false)
    if sides.dropFirst().joined().contains(signs.group) { return nil }
    let groups = sides[0].split(separator: signs.group, omittingEmptySubsequences: false)
    let sizes = groups.dropFirst().map { $0.filter { "#0".contains($0) }.count }
    guard sizes.last ?? 3 == 3 else { return nil }
    switch Set(sizes.dropLast()) {
    case [], [3]: return .thousands
    case [2]: return .indian
    default: return nil
    }
  }

  private static func whole(_ text: String, group: String) -> String? {
    let groups = text.split(separator: group, omittingEmptySubsequences: false).map(String.init)
    guard groups.allSatisfy({ $0.allSatisfy { "#0".contains($0) } }) else { return nil }
    let least = text.count { $0 == "0" }
    guard groups.count > 1 else { return least == 0 ? #"\d*"# : "\\d{\(least),}" }
    let primary = groups[groups.count - 1].count
    let secondary = groups.count > 2 ? groups[groups.count - 2].count : primary
    guard primary > 0, secondary > 0 else { return nil }
    let sign = group.escapedForPattern
    // One group, or several, the first of which may be shorter.
    let one = "\\d{\(min(max(least, 1), primary)),\(primary)}"
    let several = "\\d{1,\(secondary)}(?:\(sign)\\d{\(secondary)})*\(sign)\\d{\(primary)}"
    return "(?:\(several)\(least <= primary ? "|\(one)" : ""))"
  }

  private static func decimals(_ text: String, _ signs: Signs) -> String? {
    let groups = text.split(separator: signs.group, omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.allSatisfy { "#0".contains($0) } }) else { return nil }
    // A second point does not separate groups.
    guard groups.count == 1 || signs.group != signs.point else { return nil }
    let (least, most) = (text.count { $0 == "0" }, text.count { "#0".contains($0) })
    let point = signs.point.escapedForPattern
    if groups.count == 1 {
      let digits = "\(point)\\d{\(max(least, 1)),\(most)}"
      return least == 0 ? "(?:\(digits))?" : digits
    }
    let size = groups[0].count
    guard size > 0 else { return nil }
    // Digit by digit, with a separator before each group except the first.
    var tail = ""
    for position in stride(from: most, to: 0, by: -1) {
      let sign = position > 1 && (position - 1) % size == 0 ? signs.group.escapedForPattern : ""
      let part = "\(sign)\\d\(tail)"
      tail = position > max(least, 1) ? "(?:\(part))?" : part
    }
    return least == 0 ? "(?:\(point)\(tail))?" : point + tail
  }
}

extension String {
  /// The sign pattern: the prefix of the format, or an optional minus.
  fileprivate var sign: String { isEmpty ? "-?" : self }
}
