import FormRules

/// The options of a single validation call.
struct ValidationCall {
  var scenario: String?
  var localization: Localization
  var now: Instant?
  /// The zone of `today()`, or nil for that of the form.
  var zone: NamedZone?
  /// The answers of services, or nil if none are requested.
  var services: ServiceAnswers?
  /// The key under which requests are hashed. Answers are valid only under the same key. If nil,
  /// a random one.
  var hashKey: HashKey?
  /// The number of nested and repeated values that contain the model.
  var depth = 0
  /// The paths of values that count as missing, because they could not be decoded. Checks written
  /// in Swift, and values computed by closures, are skipped in models with such values.
  var absent = PathTree()
  /// The values that the validation has visited; nil at its start.
  var visits: ModelVisits?
}
