public import FormRules

/// A property of a model, with its name, its rules and a function that reads it.
///
/// ```swift
/// Property("email", \.email, .required, .email()).label("E-mail").trimmed().sensitive()
/// ```
public struct Property<Root>: ModelPart, Sendable {
  /// How the value is read.
  enum Source {
    /// By a key path. Nil in a nested value that has no path because an optional is in between.
    case path(FieldPath?)
    /// By the name of the field, from a dictionary.
    case key
    /// By a closure, which may read the whole model.
    case closure
    /// By a closure that is the condition of a rule.
    case condition

    var path: FieldPath? { if case .path(let path) = self { path } else { nil } }
  }

  var field: Field
  var rules: [ModelRule<Root>]
  var order = 100
  let source: Source
  let read: @Sendable (Root) -> (any FormValue)?
  /// Whether the value may be missing.
  var isOptional = true
  /// The type of the items, if the value is an array or a set.
  var itemType: FieldType?
  /// Whether rules see a transformed value.
  var isTransformed = false
  /// The value that replaces a missing one.
  var defaultValue: (any FormValue)?
  /// Replaces the value in the model before rules are evaluated; nil if there is neither a default
  /// nor a transform.
  var prepare: (@Sendable (inout Root, Field) -> Void)?
  /// An error that is reported when the property is bound.
  var problem: DefinitionError?
  /// Normalizes the value as its field specifies, if it is writable.
  let normalize: @Sendable (inout Root, Field) -> Void

  /// The property as the only part.
  public var parts: ModelParts<Root> {
    ModelParts(properties: [self], problems: problem.map { [$0] } ?? [])
  }

  init(
    field: Field, rules: [ModelRule<Root>], source: Source,
    normalize: @escaping @Sendable (inout Root, Field) -> Void = { _, _ in },
    read: @escaping @Sendable (Root) -> (any FormValue)?
  ) {
    self.field = field
    self.rules = rules
    self.source = source
    self.normalize = normalize
    self.read = read
  }

  /// Creates a property that is read by a key path.
  ///
  /// - Parameters:
  ///   - name: The field's name in errors, conditions and stored rules.
  ///   - default: The value that replaces a missing one: nil, and in `decode` also a missing
  ///     member.
  ///   - transform: Replaces the value, after the default and trimming, and before rules, checks
  ///     and conditions. Live forms evaluate the transformed value and keep the typed one.
  ///   - rules: The rules, in order.
  ///
  /// `default` and `transform` require a writable property of a structure. Otherwise the validator
  /// cannot be created.
  public init<Value: FormValue>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, default: Value? = nil,
    transform: (@Sendable (Value) -> Value)? = nil, _ rules: ModelRule<Root>...
  ) { self.init(name, path, default: `default`, transform: transform, rules: rules) }

  /// Creates a property that is read by a key path, with the rules in an array.
  public init<Value: FormValue>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, default: Value? = nil,
    transform: (@Sendable (Value) -> Value)? = nil, rules: [ModelRule<Root>]
  ) {
    let fieldPath = FieldPath(path)
    self.init(
      field: Field(name: name, type: Value.fieldType), rules: rules, source: .path(fieldPath),
      normalize: { model, field in
        guard field.trim, let path = fieldPath.path as? WritableKeyPath<Root, Value>,
          let value = model[keyPath: path].trimmed()
        else { return }
        model[keyPath: path] = value
      }, read: { $0[keyPath: path] })
    isOptional = Value.self is any ExpressibleByNilLiteral.Type
    itemType = (Value.self as? any ListValue.Type)?.itemType
    isTransformed = transform != nil
    let preparation = Preparation(default: `default`, transform: transform)
    guard preparation.hasChanges else { return }
    defaultValue = `default`
    // With a class, the original would be changed instead of a copy.
    guard path is WritableKeyPath<Root, Value>, !(path is ReferenceWritableKeyPath<Root, Value>)
    else {
      problem = DefinitionError(
        "'default' and 'transform' of '\(name)' require a writable property of a structure",
        .misplaced(name), at: .none)
      return
    }
    prepare = { model, field in
      guard let path = fieldPath.path as? WritableKeyPath<Root, Value> else { return }
      preparation.apply(to: &model[keyPath: path], trims: field.trim)
    }
  }

  /// Creates a property that is read by a closure, which may derive it from several others:
  /// `Property("isCompany", reading: { $0.kind == .company })` can then be used in conditions.
  public init<Value: FormValue>(
    _ name: String, reading read: @escaping @Sendable (Root) -> Value, _ rules: ModelRule<Root>...
  ) {
    self.init(
      field: Field(name: name, type: Value.fieldType), rules: rules, source: .closure,
      read: { read($0) })
  }
}

extension Property where Root == [String: any FormValue] {
  /// Creates a property from the dictionary value whose key is the field's name. The value may have
  /// any type whose text the field type reads: a field of type integer accepts `42` and `"42"`.
  ///
  /// - Parameters:
  ///   - type: The type for reading the value's text.
  ///   - default: The value that replaces a missing one.
  ///   - transform: Replaces a value that is not missing, after trimming and before rules, checks
  ///     and conditions.
  public init(
    _ name: String, as type: FieldType = .text, default: (any FormValue)? = nil,
    transform: (@Sendable (any FormValue) -> any FormValue)? = nil, _ rules: ModelRule<Root>...
  ) { self.init(name, as: type, default: `default`, transform: transform, rules: rules) }

  /// Creates a property from a dictionary value, with the rules in an array.
  public init(
    _ name: String, as type: FieldType = .text, default: (any FormValue)? = nil,
    transform: (@Sendable (any FormValue) -> any FormValue)? = nil, rules: [ModelRule<Root>]
  ) {
    self.init(
      field: Field(name: name, type: type), rules: rules, source: .key,
      normalize: { model, field in
        guard var value = model[name] else { return }
        if field.trim { value = value.trimmed() ?? value }
        if case .text = Swift.type(of: value).fieldType, let text = value.formText {
          value = field.type.swiftValue(text) ?? value
        }
        model[name] = value
      }, read: { $0[name] })
    defaultValue = `default`
    guard `default` != nil || transform != nil else { return }
    prepare = { model, field in
      guard var value = (model[name]?.formText == nil ? `default` : model[name]) else { return }
      if field.trim { value = value.trimmed() ?? value }
      model[name] = transform?(value) ?? value
    }
  }
}
