extension Duration {
  /// The duration, at least zero and at most a year. Adding a longer one to the time of a clock
  /// stops the program.
  package var bounded: Duration { min(max(self, .zero), .seconds(366 * 86_400)) }
}
