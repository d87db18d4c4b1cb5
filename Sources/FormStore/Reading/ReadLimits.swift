/// The sizes after which a batch of submissions ends.
package struct ReadLimits: Sendable {
  /// The maximum number of submissions.
  package var submissions: Int
  /// The number of bytes of cells after which a batch ends.
  package var bytes: Int
  /// The number of errors after which a batch ends. The last submission is never split.
  package var errors: Int

  package init(submissions: Int, bytes: Int, errors: Int) {
    self.submissions = submissions
    self.bytes = bytes
    self.errors = errors
  }
}
