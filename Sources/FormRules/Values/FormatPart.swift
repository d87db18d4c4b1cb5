/// A part of a format of dates or times.
protocol FormatPart {
  /// The numbers of digits that the part matches, or nil if it matches other characters.
  var digits: ClosedRange<Int>? { get }
}

extension [any FormatPart] {
  /// For each part, the least number of digits of the numbers that follow it without a separator.
  /// They determine where a number of one or two digits ends: `930` in `Hmm` is 9:30.
  ///
  /// Nil if two numbers of several widths follow each other, as in `dMyyyy`: the end of the first
  /// would be uncertain.
  var reservedDigits: [Int]? {
    var reserved: [Int] = []
    var (following, isVariable) = (0, false)
    for part in reversed() {
      reserved.append(following)
      guard let digits = part.digits else {
        (following, isVariable) = (0, false)
        continue
      }
      if digits.lowerBound < digits.upperBound {
        if isVariable { return nil }
        isVariable = true
      }
      following += digits.lowerBound
    }
    return reserved.reversed()
  }
}
