public import FormRules

/// A request to judge stored submissions again.
public struct ReplayRequest: Sendable {
  /// The form and its version. Optional if the store has only one form.
  public var form: VersionReference?
  /// The rule set and its version, or nil for the current one.
  public var rules: VersionReference?
  /// Replays only the submissions of this import.
  public var importID: Int64?
  /// Whether to replay only rejected submissions. `unique` rules still evaluate every record.
  public var onlyRejected = false
  /// Whether to report the result without recording it.
  public var isDryRun = false
  /// The clock, or nil for the original clock of each import.
  public var now: Instant?
  /// The time zone of `today()` at `now`, or nil for the zone of the form. Without `now`, the
  /// original day of each import is used.
  public var zone: NamedZone?
  /// The offset of `now` from UTC, in seconds. It determines `today()` if neither the request nor
  /// the form has a zone.
  public var offset = 0
  /// Run parameters, or nil for the original parameters of each import.
  public var parameters: [String: String]?
  /// The location of the files that fields name by path. Their current content is used.
  public var files = NamedFilePolicy.unspecified
  /// Whether to evaluate every rule, including those whose result is known from an earlier run.
  public var isFull = false
  /// The operator: the person or program that runs the replay.
  public var by: String?
  /// The reason for the replay.
  public var reason: String?

  /// Creates a request to replay all submissions of a form.
  public init() {}

  /// The run parameters in their stored form.
  var parametersJSON: String? { parameters?.sortedJSON }

  /// The clock of the request, or nil for the original clock of each import.
  func clock(_ form: Form) -> RunClock? {
    now.map { RunClock($0, in: zone ?? form.zone, offset: offset) }
  }

  /// The same clock.
  ///
  /// - Throws: `RecorderError` if it is beyond the years that a timestamp can have.
  func requiredClock(_ form: Form) throws(RecorderError) -> RunClock? {
    try clock(form)?.requireTimestamp()
  }
}

extension ReplayRequest: AttributedRequest {}
