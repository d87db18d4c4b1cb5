/// A property of a model, with its name, its rules and a function that reads it.
public struct Property<Root>: Sendable {
  var field: Field
  let rules: [RuleEntry]
  let order: Int
  let read: @Sendable (Root) -> (any FormValue)?
  /// The key path that identifies the property in a live form, or nil if a closure reads it.
  let path: FieldPath?
  /// Normalizes the value as its field specifies, if it is writable.
  let normalize: @Sendable (inout Root, Field) -> Void

  init(
    field: Field, rules: [RuleEntry], order: Int, path: FieldPath? = nil,
    normalize: @escaping @Sendable (inout Root, Field) -> Void = { _, _ in },
    read: @escaping @Sendable (Root) -> (any FormValue)?
  ) {
    self.field = field
    self.rules = rules
    self.order = order
    self.path = path
    self.normalize = normalize
    self.read = read
  }

  /// Creates a property that is read by a key path.
  ///
  /// - Parameters:
  ///   - name: the field's name in errors, conditions and stored rules.
  ///   - label: the name of the property in messages, or nil for `name`.
  ///   - labels: labels in other languages, by language tag.
  ///   - type: the type for reading the value's text, if it differs from the Swift type.
  ///   - trim: whether rules see the text without leading and trailing spaces.
  ///   - sensitive: whether a recorder masks the value in reports and exports.
  ///   - order: properties are evaluated by ascending order, and in sequence if equal.
  ///   - rules: the rules, in order.
  public init<Value: FormValue>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    self.init(
      name, path, label: label, labels: labels, as: type, trim: trim, sensitive: sensitive,
      order: order, rules)
  }

  /// Creates a property that is read by a key path, with the rules in an array.
  public init<Value: FormValue>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: [RuleEntry]
  ) {
    let place = FieldPath(path)
    self.init(
      field: Field(
        name: name, label: label, labels: labels, type: type ?? Value.fieldType,
        sensitive: sensitive, trim: trim),
      rules: rules, order: order, path: place,
      normalize: { model, field in
        guard field.trim, let path = place.path as? WritableKeyPath<Root, Value>,
          let value = model[keyPath: path].trimmed()
        else { return }
        model[keyPath: path] = value
      }, read: { $0[keyPath: path] })
  }

  /// Creates a property that is read by a closure, which may derive it from several others:
  /// `Property("isCompany", { $0.kind == .company })` can then be used in conditions.
  public init<Value: FormValue>(
    _ name: String, _ read: @escaping @Sendable (Root) -> Value, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    self.init(
      name, read, label: label, labels: labels, as: type, trim: trim, sensitive: sensitive,
      order: order, rules)
  }

  /// Creates a property that is read by a closure, with the rules in an array.
  public init<Value: FormValue>(
    _ name: String, _ read: @escaping @Sendable (Root) -> Value, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: [RuleEntry]
  ) {
    self.init(
      field: Field(
        name: name, label: label, labels: labels, type: type ?? Value.fieldType,
        sensitive: sensitive, trim: trim),
      rules: rules, order: order, read: { read($0) })
  }
}

extension Property where Root == [String: any FormValue] {
  /// Creates a property from the dictionary value whose key is the field's name. The value may have
  /// any type whose text the field type reads: a field of type integer accepts `42` and `"42"`.
  public init(
    _ name: String, as type: FieldType = .text, label: String? = nil,
    labels: [String: String] = [:], trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    self.init(
      name, as: type, label: label, labels: labels, trim: trim, sensitive: sensitive,
      order: order, rules)
  }

  /// Creates a property from a dictionary value, with the rules in an array.
  public init(
    _ name: String, as type: FieldType = .text, label: String? = nil,
    labels: [String: String] = [:], trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: [RuleEntry]
  ) {
    self.init(
      field: Field(
        name: name, label: label, labels: labels, type: type, sensitive: sensitive, trim: trim),
      rules: rules, order: order,
      normalize: { model, field in
        guard var value = model[name] else { return }
        if field.trim { value = value.trimmed() ?? value }
        if case .text = Swift.type(of: value).fieldType, let text = value.formText {
          value = field.type.swiftValue(text) ?? value
        }
        model[name] = value
      }, read: { $0[name] })
  }
}

/// The location of a property in its model.
///
/// Safe because a key path is immutable, and those stored here have captured only `Sendable`
/// values.
struct FieldPath: @unchecked Sendable, Hashable {
  let path: AnyKeyPath

  init(_ path: AnyKeyPath) { self.path = path }

  /// The path of a part's property from the whole, or nil if an optional is in between.
  func appending(_ inner: FieldPath?) -> FieldPath? {
    inner.flatMap { path.appending(path: $0.path) }.map(FieldPath.init)
  }
}

/// Rules of a whole model: `must` conditions, and `unique` over several properties.
public struct RecordRules: Sendable {
  let rules: [RuleEntry]

  /// Creates rules of the whole model.
  public init(_ rules: RuleEntry...) { self.rules = rules }

  /// Creates rules of the whole model from an array.
  public init(_ rules: [RuleEntry]) { self.rules = rules }
}
