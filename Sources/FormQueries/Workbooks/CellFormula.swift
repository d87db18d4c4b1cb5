import FormBytes
import FormRules

/// Formulas that are true if the text of a cell is a value of a type. All cells of a workbook are
/// text, so that programs neither convert nor round; a formula reads the text in every locale.
struct CellFormula {
  struct Bound {
    /// The operator.
    var comparison: String
    /// The bound as written in the rule.
    var value: String
  }

  /// The cell, or a formula of it.
  private let cell: String

  init(_ cell: String) { self.cell = cell }

  func integer(_ bounds: [Bound]) -> String {
    let value = "VALUE(\(cell))"
    return Self.all(
      ["ISNUMBER(\(value))", "\(value)=INT(\(value))"]
        + [".", ","].map { "ISERROR(FIND(\"\($0)\",\(cell)))" } + Self.comparisons(value, bounds))
  }

  func number(_ bounds: [Bound], point: String = ".", group: [String] = []) -> String {
    let digits = group.reduce(cell) { "SUBSTITUTE(\($0),\(Self.quoted($1)),\"\")" }
    // The second character of one half is the decimal separator of the locale.
    let value = "VALUE(SUBSTITUTE(\(digits),\(Self.quoted(point)),MID(1/2,2,1)))"
    return Self.all(["ISNUMBER(\(value))"] + Self.comparisons(value, bounds))
  }

  /// Returns nil if the parts of a date in the format have no fixed places.
  func date(_ pattern: String, _ bounds: [Bound]) -> String? {
    var parts: [String: String] = [:]
    var conditions = ["LEN(\(cell))=\(pattern.utf16.count)"]
    var position = 1
    for run in pattern.runs {
      let text = "MID(\(cell),\(position),\(run.utf16.count))"
      if ["yyyy", "MM", "dd"].contains(run) {
        parts[String(run)] = "VALUE(\(text))"
      } else if run.contains(where: \.isLetter) {
        return nil
      } else {
        conditions.append("\(text)=\(Self.quoted(run))")
      }
      position += run.utf16.count
    }
    guard let year = parts["yyyy"], let month = parts["MM"], let day = parts["dd"] else {
      return nil
    }
    let date = "DATE(\(year),\(month),\(day))"
    conditions += ["MONTH(\(date))=\(month)", "DAY(\(date))=\(day)"]
    // Programs have no serial numbers for dates before 1900.
    let ordinal = "\(year)*10000+\(month)*100+\(day)"
    let dates = bounds.compactMap { bound -> Bound? in
      let digits = bound.value.utf8.filter { $0 != UInt8(ascii: "-") }
      let isDate = bound.value.utf8.count == 10 && digits.count == 8
      return isDate
        ? Bound(comparison: bound.comparison, value: String(decoding: digits, as: UTF8.self)) : nil
    }
    return Self.all(conditions + Self.comparisons(ordinal, dates))
  }

  /// Compares with the bounds that are numbers of at most as many digits as programs store.
  private static func comparisons(_ value: String, _ bounds: [Bound]) -> [String] {
    bounds.compactMap { bound in
      let digits = bound.value.utf8.drop { $0 == UInt8(ascii: "-") }
      guard digits.count <= 15, digits.first != UInt8(ascii: "."),
        digits.allSatisfy({ $0 == UInt8(ascii: ".") || $0.isASCIIDigit }),
        Double(bound.value) != nil
      else { return nil }
      return "\(value)\(bound.comparison)\(bound.value)"
    }
  }

  private static func all(_ conditions: [String]) -> String {
    "AND(\(conditions.joined(separator: ",")))"
  }

  private static func quoted(_ text: some StringProtocol) -> String {
    "\"\(String(text).replacing("\"", with: "\"\""))\""
  }
}

extension String {
  /// The runs of equal letters, and those of other characters.
  fileprivate var runs: [Substring] {
    var runs: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let run = rest.prefix { first.isLetter ? $0 == first : !$0.isLetter }
      runs.append(run)
      rest = rest.dropFirst(run.count)
    }
    return runs
  }
}
