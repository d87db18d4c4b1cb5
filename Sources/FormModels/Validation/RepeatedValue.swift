import FormRules

/// The items of an array or dictionary, or a nested value with its own validator: values that are
/// validated one by one, in any number.
struct RepeatedValue<Root>: Sendable {
  let name: String
  let path: FieldPath?
  /// Whether a dot after `name` precedes the key of an item or a name inside the value.
  let hasKeys: Bool
  let result: @Sendable (Root, ValidationCall) -> RecordResult
  let normalize: @Sendable (inout Root, ModelVisits) -> Void
  /// Applies defaults and transforms to the values of a model that other values contain, up to a
  /// maximum depth.
  var prepare: @Sendable (inout Root, ModelVisits, _ depth: Int) -> Void
  /// The JSON structure of a value.
  let shape: @Sendable () -> ModelShape
  /// Whether a model has an item and, if the name includes one, a field inside it.
  let hasItem: @Sendable (Root, ItemName) -> Bool

  /// Whether a name is that of an item of a model, such as `items[2]`, or of a field inside one.
  func contains(_ name: some StringProtocol, in model: Root) -> Bool {
    ItemName(name, in: self.name).map { hasItem(model, $0) } ?? false
  }
}
