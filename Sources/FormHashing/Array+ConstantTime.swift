extension [UInt8] {
  /// Returns whether the bytes equal others of the same number, in a time that does not depend on
  /// where they differ. So the time reveals nothing about a secret.
  package func isEqualInConstantTime(to other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
