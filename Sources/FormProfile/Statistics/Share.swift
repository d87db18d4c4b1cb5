package import FormRules

/// A count as a part of a total.
package struct Share: Sendable {
  package var count: Int
  package var total: Int

  package init(_ count: Int, of total: Int) {
    self.count = count
    self.total = total
  }

  /// The share in ten-thousandths, rounded down. 0 if the total is 0.
  package var basisPoints: Int { total == 0 ? 0 : count * 10_000 / total }

  /// The share as a percentage, rounded down to one decimal place.
  package var percentage: String {
    let tenths = basisPoints / 10
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// The share, rounded down to four decimal places, or null if the total is 0.
  package var json: JSON { total == 0 ? .null : .share(basisPoints: basisPoints) }

  /// The minimum change in standard errors, so that a change is unlikely to be due to chance even
  /// among hundreds of columns.
  private static let standardErrors = 5.0
  /// The minimum change in ten-thousandths, so that a change is relevant.
  private static let leastChange = 100.0

  /// Returns whether two shares differ by more than chance explains, by a relevant amount.
  package func differs(from other: Share) -> Bool {
    guard total > 0, other.total > 0 else { return false }
    let (n, m) = (Double(total), Double(other.total))
    let change = (Double(count) / n - Double(other.count) / m).magnitude
    let pooled = Double(count + other.count) / (n + m)
    // The variance is at least that of one record, so the standard error is never zero.
    let variance = max(pooled * (1 - pooled), 1 / (n + m))
    let error = (variance * (1 / n + 1 / m)).squareRoot()
    return change >= Self.standardErrors * error && change * 10_000 >= Self.leastChange
  }
}

extension JSON {
  /// A share in ten-thousandths as a decimal number.
  static func share(basisPoints: Int) -> JSON {
    .number((Double(basisPoints) / 10_000).description)
  }
}
