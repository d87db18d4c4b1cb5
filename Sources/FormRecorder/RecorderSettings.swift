public import FormRules

/// The settings of a recorder.
public struct RecorderSettings: Sendable {
  /// The timeout in seconds for a lock that another writer holds.
  public var wait: Double
  /// The clock, which each run reads once. Tests replace it.
  public var clock: @Sendable () -> Instant
  /// The client for `remote` rules. Without one, their values fail with `remote.unavailable`.
  public var services: Services?
  /// Called after each commit that sealed events, with their receipts in order. Every change that
  /// the recorder makes is sealed by an event.
  public var sealed: (@Sendable ([Receipt]) -> Void)?
  /// The maximum number of names of a single submission that are not fields and have columns of
  /// their own. The values of more are stored together in one column.
  package var maximumOwnNames = 100
  /// The maximum number of intakes with such columns, of one plan, parameters, scenario and day.
  /// Afterwards, submissions with other sets of names share one column.
  package var maximumOwnIntakes = 100
  /// The versions of formrec and PCRE2 that judge. Tests replace them.
  package var program = ProgramVersion.judging

  init(wait: Double, clock: @escaping @Sendable () -> Instant) {
    self.wait = wait
    self.clock = clock
  }
}
