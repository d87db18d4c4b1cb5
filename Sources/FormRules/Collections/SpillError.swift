/// The reason that a spill failed. The message includes the remedy.
package struct SpillError: Error, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}
