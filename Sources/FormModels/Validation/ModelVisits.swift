import FormRules

/// The nested values that one validation of a model has visited.
///
/// Objects can be shared, so a small model may have exponentially many paths: two lists of two
/// lists of two objects, and so on. The values inside an object are therefore validated once, and
/// the number of visits to values of all kinds is limited.
final class ModelVisits {
  /// The maximum number of nested values.
  static let maximumCount = 1_000_000
  /// The maximum number of failures in objects that were already visited. More are left out.
  private static let maximumRepeatedFailures = 1_000

  private struct Key: Hashable {
    let object, parts: ObjectIdentifier

    init(_ object: AnyObject, _ parts: AnyObject) {
      self.object = ObjectIdentifier(object)
      self.parts = ObjectIdentifier(parts)
    }
  }

  /// An object, which is kept so that its identity is not reused, and the result of the values
  /// inside it; nil during their validation.
  private var objects: [Key: (object: AnyObject, result: RecordResult?)] = [:]
  private var count = 0
  private var repeatedFailures = 0

  /// Counts visits. Returns false if there are more than `maximumCount`.
  func add(_ values: Int) -> Bool {
    count = min(count, Self.maximumCount) + values
    return count <= Self.maximumCount
  }

  /// Whether this is the first visit to a model by a validator, which its parts identify. Always
  /// true for values that are not objects.
  func begin(_ model: some Any, _ parts: AnyObject) -> Bool {
    guard let object = Self.object(model) else { return true }
    return objects.updateValue((object, nil), forKey: Key(object, parts)) == nil
  }

  /// The result of the values inside a model.
  ///
  /// - Parameter compute: Validates them. Called once for an object.
  func result(
    of model: some Any, _ parts: AnyObject, _ compute: () -> RecordResult
  ) -> RecordResult {
    guard let object = Self.object(model) else { return compute() }
    let key = Key(object, parts)
    if let known = objects[key] {
      guard var result = known.result else { return RecordResult(failures: [.containsItself]) }
      repeatedFailures += result.failures.count
      if repeatedFailures > Self.maximumRepeatedFailures { result.failures = [] }
      return result
    }
    objects[key] = (object, nil)
    let result = compute()
    objects[key] = (object, result)
    return result
  }

  private static func object(_ model: some Any) -> AnyObject? {
    type(of: model) is AnyClass ? model as AnyObject : nil
  }
}

extension ValidationError {
  fileprivate static var containsItself: ValidationError {
    ValidationError(
      rule: "depth", code: "model.tooDeep", message: "The value contains itself.")
  }
}
