extension Int {
  /// The number with a comma between groups of three digits.
  package var grouped: String { grouped(by: ",") }

  /// Returns the number with a separator between groups of three digits.
  package func grouped(by separator: Character) -> String {
    let digits = Array(String(magnitude))
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append(separator) }
      result.append(digit)
    }
    return result
  }
}
