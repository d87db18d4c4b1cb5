import FormBytes
import FormRules

/// Damage that spreadsheet programs do to cells.
extension ColumnAnalysis {
  private static let errors: Set<String> = [
    "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#SPILL!", "#CALC!",
  ]
  /// The maximum share of damaged cells. With more, the column is written so.
  private static let maximumDamaged = 0.2
  /// The maximum share of codes without their leading zero.
  private static let maximumShortened = 0.03
  private static let leastCells = 100
  /// The minimum number of digits of an identifier that a spreadsheet program rounds.
  private static let longNumber = 12

  package var damageFindings: [Finding] {
    [errorFinding, roundedFinding, shortenedFinding, sentinelFinding].compactMap(\.self)
  }

  private var errorFinding: Finding? {
    finding(.spreadsheetError, .high, message: "errors of a spreadsheet program") {
      $0.count <= 8 && $0.first == UInt8(ascii: "#")
        && Self.errors.contains(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Long numbers that end in six zeros or have an exponent, among others that do not.
  private var roundedFinding: Finding? {
    let long = count { $0.count >= Self.longNumber && $0.allSatisfy(\.isASCIIDigit) }
    guard long >= Self.leastCells, 2 * long > type.considered else { return nil }
    return finding(.roundedNumber, .high, message: "long numbers that are probably rounded") {
      text in
      let isLong = text.count >= Self.longNumber && text.allSatisfy(\.isASCIIDigit)
      return isLong && text.suffix(6).allSatisfy { $0 == UInt8(ascii: "0") }
        || !isLong && text.contains { $0 == UInt8(ascii: "E") }
          && text.allSatisfy { $0.isASCIIDigit || "E+.,".utf8.contains($0) }
    }
  }

  /// Codes of one length, except a few that are one digit shorter.
  private var shortenedFinding: Finding? {
    guard statistics.values.isExact, type.considered >= Self.leastCells else { return nil }
    var lengths: [Int: Int] = [:]
    for entry in statistics.values.entries {
      let text = statistics.values.bytes(of: entry)
      guard text.indices.allSatisfy({ text[$0].isASCIIDigit }) else { continue }
      lengths[text.count, default: 0] += entry.count
    }
    guard let (length, _) = lengths.max(by: { $0.value < $1.value }), length >= 4,
      let short = lengths[length - 1], lengths.count == 2,
      Double(short) <= Self.maximumShortened * Double(type.considered),
      10 * statistics.distinct < 9 * statistics.present
    else { return nil }
    return finding(
      .lostZero, .decide,
      message: "\(length - 1) digits, the others \(length): a leading zero may be lost"
    ) { $0.count == length - 1 && $0.allSatisfy(\.isASCIIDigit) }
  }

  /// Numbers of nines, such as -999.999, that repeat far from all others.
  private var sentinelFinding: Finding? {
    guard type.type.isNumeric, numbers.count >= Self.leastCells,
      let low = numbers.quantile(0.1), let high = numbers.quantile(0.9)
    else { return nil }
    let reach = 2 * (high - low)
    let sentinels = [numbers.smallest.first, numbers.largest.first].compactMap(\.self).filter {
      let digits = $0.text.filter(\.isNumber)
      return $0.count > 1 && digits.count >= 3 && digits.allSatisfy { $0 == "9" }
        && ($0.value < low - reach || $0.value > high + reach)
    }
    let count = sentinels.reduce(0) { $0 + $1.count }
    guard count > 0, Double(count) <= Self.maximumDamaged * Double(numbers.count) else {
      return nil
    }
    return Finding(
      kind: .sentinel, confidence: .decide, column: label,
      message: "\(count.counted("cell")) with a number of nines that may mean a missing value",
      count: count, examples: sentinels.map { .init(line: $0.line, text: $0.text) })
  }

  private func count(_ isDamaged: ([UInt8]) -> Bool) -> Int {
    damaged(isDamaged).reduce(0) { $0 + $1.count }
  }

  private func damaged(_ isDamaged: ([UInt8]) -> Bool) -> [ByteCounts.Entry] {
    let table = statistics.values
    return table.entries.filter { entry in
      let text = table.bytes(of: entry)
      return isDamaged(text.indices.map { text[$0] })
    }
  }

  private func finding(
    _ kind: Finding.Kind, _ confidence: Finding.Confidence, message: String,
    isDamaged: ([UInt8]) -> Bool
  ) -> Finding? {
    let entries = damaged(isDamaged)
    let count = entries.reduce(0) { $0 + $1.count }
    guard count > 0, Double(count) <= Self.maximumDamaged * Double(max(1, type.considered)) else {
      return nil
    }
    return Finding(
      kind: kind, confidence: confidence, column: label,
      message: "\(count.counted("cell")) with \(message)", count: count,
      examples: entries.prefix(Finding.maximumExamples).map {
        .init(line: $0.firstLine, text: statistics.values.text(of: $0))
      })
  }
}
