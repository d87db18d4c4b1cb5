import FormProfile
package import FormRules

/// A change that is applied to all open cells of a column.
package enum ColumnRepair: Sendable, Hashable {
  /// Cells with the first text get the second one.
  case replace(String, with: String)
  /// Blanks and invisible characters at the ends are removed.
  case trim
  /// All blanks and invisible characters are removed.
  case removeBlanks
  /// Dates are written in the field's format. `dayFirst` determines how `01/02/2026` is read.
  case date(dayFirst: Bool)
  /// Numbers are written in the field's format. The point is that of the cells.
  case number(point: String)
  /// Cells get the listed or frequent value that they resemble.
  case nearest
  /// Cells get the value that all valid records with the same text of another field have.
  case others(by: String)

  /// Creates a repair from a name and parameters, or nil if they are unknown.
  package init?(_ name: String, _ parameters: [String: String]) {
    switch (name, parameters["from"], parameters["to"], parameters["by"]) {
    case ("replace", let from?, let to?, nil): self = .replace(from, with: to)
    case ("trim", nil, nil, nil): self = .trim
    case ("blanks", nil, nil, nil): self = .removeBlanks
    case ("dayFirst", nil, nil, nil): self = .date(dayFirst: true)
    case ("monthFirst", nil, nil, nil): self = .date(dayFirst: false)
    case ("point", nil, nil, nil): self = .number(point: ".")
    case ("comma", nil, nil, nil): self = .number(point: ",")
    case ("nearest", nil, nil, nil): self = .nearest
    case ("others", nil, nil, let field?): self = .others(by: field)
    default: return nil
    }
  }

  package var json: JSON {
    switch self {
    case .replace(let from, let to):
      .object(["name": .string("replace"), "from": .string(from), "to": .string(to)])
    case .trim: .object(["name": .string("trim")])
    case .removeBlanks: .object(["name": .string("blanks")])
    case .date(let dayFirst): .object(["name": .string(dayFirst ? "dayFirst" : "monthFirst")])
    case .number(let point): .object(["name": .string(point == "." ? "point" : "comma")])
    case .nearest: .object(["name": .string("nearest")])
    case .others(let field): .object(["name": .string("others"), "by": .string(field)])
    }
  }

  /// The repairs that need only the text of a cell.
  static let textual: [ColumnRepair] = [
    .trim, .removeBlanks, .date(dayFirst: true), .date(dayFirst: false), .number(point: "."),
    .number(point: ","),
  ]

  /// The repaired text of a cell, or nil if the repair does not concern it.
  ///
  /// - Parameter nearest: The value that the text resembles.
  func text(_ text: String, of type: FieldType, nearest: String?) -> String? {
    let repaired: String? =
      switch self {
      case .replace(let from, let to): text.utf8.elementsEqual(from.utf8) ? to : nil
      case .trim: text.removingBlanks(within: false)
      case .removeBlanks: text.removingBlanks(within: true)
      case .date(let dayFirst): Self.date(text, dayFirst, as: type)
      case .number(let point): Self.number(text, point, as: type)
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
