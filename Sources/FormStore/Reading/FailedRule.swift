/// A failed rule: its position in a plan and, for the reader (0), the code.
package struct FailedRule: Sendable, Hashable {
  package var position: Int
  /// Nil means any code.
  package var code: String?

  package init(position: Int, code: String? = nil) {
    self.position = position
    self.code = code
  }
}
