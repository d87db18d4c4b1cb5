import FormProfile
import FormRules

extension Repair.Change {
  /// The repairs that need only the text of a cell and have no parameters.
  static let textual = words.map(\.change).filter { $0 != .nearest }

  /// The repaired text of a cell, or nil if the repair does not concern it.
  ///
  /// - Parameters:
  ///   - type: The type of the field.
  ///   - nearest: The value that the text resembles.
  func text(_ text: String, of type: FieldType, nearest: String? = nil) -> String? {
    let repaired: String? =
      switch self {
      case .replace(let texts): texts[text] ?? texts[text.removingBlanks(within: false)]
      case .strip(let texts): texts.reduce(text) { $0.replacing($1, with: "") }
      case .trim: text.removingBlanks(within: false)
      case .removeBlanks: text.removingBlanks(within: true)
      case .notation(let notation):
        notation.rewritten(text.removingBlanks(within: false), as: type)
      case .date(let dayFirst): Self.date(text, dayFirst, as: type)
      case .number(let decimalComma): Self.number(text, decimalComma ? "," : ".", as: type)
      case .nearest: nearest
      case .others: nil
      }
    return repaired.flatMap { $0.utf8.elementsEqual(text.utf8) ? nil : $0 }
  }

  private static func date(_ text: String, _ dayFirst: Bool, as type: FieldType) -> String? {
    guard case .date(let formats) = type else { return nil }
    let text = text.removingBlanks(within: false)
    // Programs add a time of zero to dates.
    let day = text.prefixMatch(of: /(.+?)[T ]00:00(:00(\.0+)?)?Z?/)?.1 ?? text[...]
    let bytes = Array(day.utf8)
    for notation in Notation.types[Notation.dateRange] {
      let pattern = notation.formatPatterns.first ?? "yyyy-MM-dd"
      if pattern.hasPrefix(dayFirst ? "M" : "d"), !pattern.contains("MMM") { continue }
      do throws(FieldType.Mismatch) {
        guard case .date(let date) = try notation.read(bytes.span) else { continue }
        return (formats.first ?? DateFormat("yyyy-MM-dd")!).text(of: date)
      } catch {
        continue
      }
    }
    return nil
  }

  private static func number(_ text: String, _ point: String, as type: FieldType) -> String? {
    switch type {
    case .integer, .decimal, .number: break
    default: return nil
    }
    let marks = text.filter { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
    // Signs of currencies and units stand before or after the number.
    guard let first = text.firstIndex(where: \.isNumber),
      let last = text.lastIndex(where: \.isNumber),
      text[first...last].allSatisfy({
        $0.isASCII && $0.isNumber || ".,'’".contains($0) || $0.isWhitespace
      })
    else { return nil }
    let isNegative = marks.first == "-"
    let group: Character = point == "." ? "," : "."
    let digits = text[first...last].filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let parts = digits.split(separator: Character(point), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.count == 1 || !parts[1].contains(group) else { return nil }
    let groups = parts[0].split(separator: group, omittingEmptySubsequences: false)
    guard groups.count == 1 || groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    var number = (isNegative ? "-" : "") + groups.joined()
    if parts.count == 2, !parts[1].isEmpty { number += "." + parts[1] }
    switch type {
    case .decimal(let format): return format.text(ofCanonical: number)
    case .integer: return number.replacing(/\.0+$/, with: "")
    default: return number
    }
  }
}

extension String {
  /// The text without invisible characters, and without blanks at its ends or anywhere.
  fileprivate func removingBlanks(within: Bool) -> String {
    let visible = unicodeScalars.filter {
      let category = $0.properties.generalCategory
      return category != .format && category != .control || $0 == "\n" || $0 == "\t"
    }
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    if within { return String(String.UnicodeScalarView(visible.filter { !isBlank($0) })) }
    guard let first = visible.firstIndex(where: { !isBlank($0) }),
      let last = visible.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(visible[first...last])
  }
}
