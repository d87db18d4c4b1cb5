/// A property of a model: its name, how it is read, and its rules.
public struct Property<Root>: Sendable {
  var field: Field
  let rules: [RuleEntry]
  let order: Int
  let read: @Sendable (Root) -> (any FormValue)?
  /// By what a live form knows which property was edited; nil for one that a closure reads.
  let path: FieldPath?
  /// Makes the value what its field means, where it can be written.
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

  /// A property that a key path reads.
  ///
  /// - Parameters:
  ///   - name: the field's name, in errors, conditions and stored rules.
  ///   - label: what messages call it; nil means the name.
  ///   - labels: the same in other languages, by tag.
  ///   - type: how its text is read, when that is not as its own type says.
  ///   - trim: whether rules see the text without blanks at its ends.
  ///   - sensitive: whether a recorder masks it in reports and exports.
  ///   - order: properties are judged by ascending order, equal ones as they stand.
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

  /// The same with the rules in an array.
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

  /// A property that a closure reads. It may make something of several others:
  /// `Property("isCompany", { $0.kind == .company })` can then stand in conditions.
  public init<Value: FormValue>(
    _ name: String, _ read: @escaping @Sendable (Root) -> Value, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    self.init(
      name, read, label: label, labels: labels, as: type, trim: trim, sensitive: sensitive,
      order: order, rules)
  }

  /// The same with the rules in an array.
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
  /// A value of a dictionary; its key is the field's name. The value may be of any type whose text
  /// the field type reads: a field of type integer takes `42` and `"42"`.
  public init(
    _ name: String, as type: FieldType = .text, label: String? = nil,
    labels: [String: String] = [:], trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    self.init(
      name, as: type, label: label, labels: labels, trim: trim, sensitive: sensitive,
      order: order, rules)
  }

  /// The same with the rules in an array.
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

/// Where a property lies in its model.
///
/// Unchecked: a key path never changes, and those that come in here have captured nothing that is not
/// `Sendable`.
struct FieldPath: @unchecked Sendable, Hashable {
  let path: AnyKeyPath

  init(_ path: AnyKeyPath) { self.path = path }

  /// The path of a property of a part, from the whole; nil where an optional stands between.
  func appending(_ inner: FieldPath?) -> FieldPath? {
    inner.flatMap { path.appending(path: $0.path) }.map(FieldPath.init)
  }
}

/// Rules of a whole model: `must` conditions, and `unique` over several properties.
public struct RecordRules: Sendable {
  let rules: [RuleEntry]

  /// Rules of the whole model.
  public init(_ rules: RuleEntry...) { self.rules = rules }

  /// The same in an array.
  public init(_ rules: [RuleEntry]) { self.rules = rules }
}
