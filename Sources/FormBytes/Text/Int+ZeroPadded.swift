extension Int {
  /// The digits of a number that is not negative, with leading zeros up to a width.
  package func zeroPadded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// A number of seconds as `HH:MM:SS`.
  package var clockText: String {
    [self / 3600, self / 60 % 60, self % 60].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
  }
}
