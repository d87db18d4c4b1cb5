extension Int {
  /// The number with a comma between groups of three digits.
  package var grouped: String { grouped(by: ",") }

  /// Returns the number with a separator between groups of three digits.
  package func grouped(by separator: String) -> String {
    let digits = Array(String(magnitude))
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += separator }
      result.append(digit)
    }
    return result
  }
}

extension Int {
  /// A nonnegative number of hundredths as a decimal number with two decimals, such as `66.67`.
  package var twoDecimals: String { "\(self / 100).\(String(100 + self % 100).dropFirst())" }

  /// Returns the grouped number followed by a noun, whose plural is used unless the number is 1.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun.inflected(for: self))" }
}

extension String {
  /// Returns an English noun with a regular plural in the form for a number of things.
  package func inflected(for count: Int) -> String { count == 1 ? self : self + "s" }
}
