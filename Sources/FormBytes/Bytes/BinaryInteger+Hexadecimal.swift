extension BinaryInteger {
  /// The hexadecimal digits of a number that is not negative, with leading zeros up to a width.
  package func hexadecimal(to width: Int, uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
