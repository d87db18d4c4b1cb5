public import FormRules
package import FormStore

/// The settings of a recorder.
public struct RecorderSettings: Sendable {
  /// The timeout in seconds for a lock that another writer holds.
  public var lockTimeout: Double
  /// The clock, whose fractions of seconds are ignored. Tests replace it.
  public var clock: @Sendable () -> Instant
  /// Called with remarks on the database, such as that one of an earlier version was updated.
  public var onNote: (@Sendable (RecorderNote) -> Void)?
  /// The services that `remote` rules request. Without any, values fail with `remote.unavailable`.
  public var services: Services?
  /// Called after each commit that sealed events, with their receipts in order. Every operation
  /// that changes the store seals an event.
  public var onSeal: (@Sendable ([Receipt]) -> Void)?
  /// The maximum number of names of a single submission that are not fields and have columns of
  /// their own. The values of more are stored together in one column. Tests reduce it.
  package var maximumOwnNames = 100
  /// The maximum number of intakes with such columns, of one plan, parameters, scenario and day.
  /// Afterwards, submissions with other sets of names share one column. Tests
  /// reduce it.
  package var maximumOwnIntakes = 100
  /// The definitions that the next change stores, until it has. The recorder reads them as if they
  /// were stored.
  package var staged: StagedDefinitions?
  /// The files that fields name by path, for requests that do not specify their location.
  package var files: (any FileAccess)?
  /// The versions of formrec and PCRE2 that judge. Tests replace them.
  package var program = ProgramVersion.judging

  init(lockTimeout: Double, clock: @escaping @Sendable () -> Instant) {
    self.lockTimeout = lockTimeout
    self.clock = clock
  }

  /// The given time, or the current second. Stored times are compared as texts, which are in order
  /// only if none has a fraction.
  ///
  /// - Throws: `RecorderError` if it is beyond the years that a timestamp can have.
  package func now(_ given: Instant? = nil) throws(RecorderError) -> Instant {
    try (given ?? clock().roundedDown).requireTimestamp()
  }
}

extension Instant {
  /// Returns the instant itself.
  ///
  /// - Throws: `RecorderError` if its year is not 1 to 9999, so that timestamps would neither be in
  ///   order nor be read again.
  package func requireTimestamp() throws(RecorderError) -> Instant {
    // The beginning of the year 1 and the end of the year 9999.
    if (-62_135_596_800...253_402_300_799).contains(seconds) { return self }
    throw RecorderError(
      .refused,
      "the time is not within the years 1 to 9999, in UTC or in its time zone; set the clock of "
        + "this computer, or the time that was specified instead")
  }
}

extension RunClock {
  /// Returns the clock itself.
  ///
  /// - Throws: `RecorderError` if its year is not 1 to 9999 in UTC or at the offset.
  package func requireTimestamp() throws(RecorderError) -> RunClock {
    _ = try instant.requireTimestamp()
    _ = try local.requireTimestamp()
    return self
  }
}
