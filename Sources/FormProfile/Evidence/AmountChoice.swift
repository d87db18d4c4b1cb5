import FormBytes
import FormRules

/// The notation of a column of amounts that no plain type reads, such as `1 234,50 €` or `(5.00)`.
struct AmountChoice {
  let format: FieldType.DecimalFormat
  /// The number of cells that are numbers of the format.
  let matching: Int
  let numbers: NumericSummary

  /// Chooses the format that reads the most cells. Returns nil if none reads nearly all, if the
  /// texts may be codes, or if there are too many distinct texts to examine all.
  init?(_ column: ColumnStatistics, considered: Int) {
    let table = column.values
    guard table.isExact else { return nil }
    let allowed = considered < TypeChoice.fewCells ? 0 : considered - Self.least(considered)
    var parts = AmountParts()
    var others = 0
    for entry in table.entries where MissingWords.index(of: table.bytes(of: entry)) == nil {
      if !parts.add(table.text(of: entry), count: entry.count) { others += entry.count }
      guard others <= allowed else { return nil }
    }
    guard
      let best = parts.formats.map({ ($0, Self.read(column, $0)) })
        .enumerated().min(by: { ($1.element.1.count, $0.offset) < ($0.element.1.count, $1.offset) }
        )?
        .element,
      considered - best.1.count <= allowed,
      4 * TypeExceptions(column, .decimal(best.0)).categories <= considered - best.1.count
    else { return nil }
    format = best.0
    numbers = best.1
    matching = best.1.count
  }

  private static func least(_ considered: Int) -> Int {
    Int((TypeChoice.minimumShare * Double(considered)).rounded(.up))
  }

  /// The distribution of the numbers of a format.
  private static func read(
    _ column: ColumnStatistics, _ format: FieldType.DecimalFormat
  ) -> NumericSummary {
    let (table, type) = (column.values, FieldType.decimal(format))
    var numbers = NumericSummary()
    for entry in table.entries {
      let text = table.bytes(of: entry)
      guard case .decimal(let value)? = try? type.read(text.extracting(text.trimmedRange)) else {
        continue
      }
      numbers.add(value.binary, value, weight: entry.count, line: entry.firstLine)
    }
    numbers.finish()
    return numbers
  }
}

/// The characters and words of the amounts of a column, from which formats follow.
private struct AmountParts {
  private var cells = 0
  /// The counts of the texts before and after numbers.
  private var affixes: [String: Int] = [:]
  /// The counts of notations of negative numbers, except the usual `-`.
  private var negatives: [FieldType.DecimalFormat.NegativeNotation: Int] = [:]
  /// The number of cells that begin with `-`.
  private var usualNegatives = 0
  /// The characters between digits.
  private var separators: Set<String> = []
  /// The numbers of digits, at most two of them.
  private var widths: Set<Int> = []

  private static let maximumScalars = 40
  private static let maximumAffix = 12
  private static let knownSeparators = Set(
    [".", ",", "'", "\u{2019}"] + FieldType.DecimalFormat.blanks)
  private static let minusSigns: Set<Character> = ["-", "\u{2212}"]

  /// Adds a text. Returns false if it is not an amount.
  mutating func add(_ text: String, count: Int) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.maximumScalars,
      let first = scalars.firstIndex(where: \.isASCIIDigit),
      let last = scalars.lastIndex(where: \.isASCIIDigit)
    else { return false }
    let digits = scalars[first...last]
    let found = Set(digits.filter { !$0.isASCIIDigit }.map { String($0) })
    // A leading zero indicates a code.
    guard found.isSubset(of: Self.knownSeparators),
      scalars[first] != "0" || first == last || !scalars[first + 1].isASCIIDigit
    else { return false }
    var before = Self.text(scalars[..<first])
    var after = Self.text(scalars[(last + 1)...])
    var negative: FieldType.DecimalFormat.NegativeNotation?
    var isUsual = false
    if before.contains("("), after.contains(")") {
      before = before.replacing("(", with: "", maxReplacements: 1)
      after = after.replacing(")", with: "", maxReplacements: 1)
      negative = .parentheses
    } else if let sign = before.first(where: Self.minusSigns.contains) {
      before = before.replacing(String(sign), with: "", maxReplacements: 1)
      if sign == "-" { isUsual = true } else { negative = .minus }
    } else if let sign = after.first, Self.minusSigns.contains(sign) {
      after.removeFirst()
      negative = .trailing
    } else if let sign = after.last, Self.minusSigns.contains(sign) {
      after.removeLast()
      negative = .trailing
    }
    (before, after) = (Self.text(before.unicodeScalars), Self.text(after.unicodeScalars))
    guard before.isEmpty || after.isEmpty, before.isEmpty || before.isCurrency,
      after.isEmpty || after.isCurrency || after.isUnit && after.count <= Self.maximumAffix
    else { return false }
    cells += count
    separators.formUnion(found)
    if widths.count < 2 { widths.insert(digits.count(where: \.isASCIIDigit)) }
    if isUsual { usualNegatives += count }
    if let negative { negatives[negative, default: 0] += count }
    if let affix = [before, after].first(where: { !$0.isEmpty }) {
      affixes[affix, default: 0] += count
    }
    return true
  }

  /// The formats that may read the texts, the most plausible first.
  var formats: [FieldType.DecimalFormat] {
    var strip: [String] = []
    if let common = affixes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
      // Different units would make different amounts equal.
      let alike = affixes.filter { $0.key.currency == common.currency }
      // A unit that most cells lack is an error.
      if 2 * alike.values.reduce(0, +) >= cells {
        strip = alike.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
      }
    }
    // Numbers in parentheses, or with a dash behind them, are not negative if all of them are.
    var notations = FieldType.DecimalFormat.NegativeNotation.allCases.filter {
      let count = negatives[$0] ?? 0
      return count > 0 && ($0 == .minus || 2 * count <= cells)
    }
    if !notations.isEmpty, usualNegatives > 0, !notations.contains(.minus) {
      notations.insert(.minus, at: 0)
    }
    let groups = separators.subtracting([".", ","])
    // Groups of equal numbers of digits are the parts of a code.
    guard groups.isEmpty || !strip.isEmpty || widths.count > 1 else { return [] }
    return [".", ","].flatMap { (point: String) -> [FieldType.DecimalFormat] in
      let group = separators.subtracting([point]).sorted()
      return (group.isEmpty ? [.thousands] : FieldType.DecimalFormat.Grouping.allCases).map {
        .init(
          point: point, group: groups.count > 1 ? group.withAllBlanks : group, grouping: $0,
          strip: strip, negative: notations)
      }
    }
  }

  /// A text without outer blanks.
  private static func text(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var text = String(String.UnicodeScalarView(scalars))[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension [String] {
  /// Separators, with all blanks if there are several.
  fileprivate var withAllBlanks: [String] {
    let blanks = FieldType.DecimalFormat.blanks
    return filter(blanks.contains).count > 1 ? blanks + filter { !blanks.contains($0) } : self
  }
}

extension String {
  /// The symbols of currencies whose codes are also written.
  private static let codes = [
    "€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY", "Fr.": "CHF", "₹": "INR",
    "zł": "PLN", "R$": "BRL",
  ]

  /// The code of a currency, or the text if it is none.
  fileprivate var currency: String { Self.codes[self] ?? self }

  fileprivate var isCurrency: Bool {
    Self.codes[self] != nil || ISOCodes.currencies.contains(utf8.span)
      || unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
  }

  /// Whether the text after a number may be a unit. A single capital forms a code with it, such as
  /// `9A`.
  fileprivate var isUnit: Bool {
    guard let first, first.isLetter || "%‰°".contains(first) else { return false }
    return !(count == 1 && first.isUppercase) && !contains { "<>≤≥+()".contains($0) }
  }
}
