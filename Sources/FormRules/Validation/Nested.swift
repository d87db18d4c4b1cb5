/// A nested value with its own properties. The properties of an address become `address.zip`.
///
/// ```swift
/// Nested("address", \.address) {
///   Property("country", \.country, .required)
///   Property("zip", \.zip, .postcode("DE").when("country = 'DE'"))
/// }
/// ```
///
/// Its rules can refer only to its own properties; use `Check` for requirements that involve
/// others. Its errors follow those of the model's properties, in the order of the nested values.
public struct Nested<Root, Part>: Sendable {
  private let name: String
  private let path: FieldPath
  private let part: @Sendable (Root) -> Part?
  /// Changes the value if it exists and is writable.
  private let change: @Sendable (inout Root, (inout Part) -> Void) -> Void
  private let parts: ModelParts<Part>

  /// Creates a nested value that always exists.
  public init(
    _ name: String, _ path: any KeyPath<Root, Part> & Sendable,
    @ModelBuilder<Part> _ parts: () -> ModelParts<Part>
  ) {
    let place = FieldPath(path)
    self.name = name
    self.path = place
    part = { $0[keyPath: path] }
    change = { model, body in
      guard let path = place.path as? WritableKeyPath<Root, Part> else { return }
      body(&model[keyPath: path])
    }
    self.parts = parts()
  }

  /// Creates an optional nested value. It is validated only if it is not nil.
  public init(
    _ name: String, _ path: any KeyPath<Root, Part?> & Sendable,
    @ModelBuilder<Part> _ parts: () -> ModelParts<Part>
  ) {
    let place = FieldPath(path)
    self.name = name
    self.path = place
    part = { $0[keyPath: path] }
    change = { model, body in
      guard let path = place.path as? WritableKeyPath<Root, Part?>, var part = model[keyPath: path]
      else { return }
      body(&part)
      model[keyPath: path] = part
    }
    self.parts = parts()
  }

  @Sendable func bind() throws(DefinitionErrors) -> ModelUnits<Root> {
    let (name, path, part, change) = (name, path, part, change)
    let inner = try ModelUnits(parts, ofPart: name)
    var units = ModelUnits<Root>()
    units.plans = inner.plans.map { plan in
      ModelUnit(
        place: plan.place.map { "\(name).\($0)" } ?? name, validation: plan.validation,
        reads: plan.reads.map { read in { part($0).flatMap { read($0) } } },
        paths: plan.paths.map { path.appending($0) },
        checks: plan.checks.map { $0.lifted(part) },
        normalize: { change(&$0, plan.normalize) },
        isPresent: { part($0).map(plan.isPresent) ?? false })
    }
    units.repeated = inner.repeated.map { items in
      RepeatedUnit(
        name: "\(name).\(items.name)", path: path.appending(items.path),
        findings: { model, call in
          guard let value = part(model) else { return Findings() }
          return items.findings(value, call).inside(name, of: name)
        }, normalize: { change(&$0, items.normalize) },
        hasItem: { model, item in part(model).map { items.hasItem($0, item) } ?? false })
    }
    return units
  }
}

/// The values of an array, each with its own properties. The third item's properties become
/// `items[2].quantity`, and the rule's identifier is `items.quantity.range`.
///
/// ```swift
/// Each("items", \.items) {
///   Property("quantity", \.quantity, .range(min: 1))
/// }
/// ```
///
/// `unique` compares the items of one model with each other. Errors follow those of nested values,
/// item by item.
public struct Each<Root, Item>: Sendable {
  private let name: String
  private let path: FieldPath
  private let items: @Sendable (Root) -> [Item]
  private let parts: ModelParts<Item>

  /// Creates repeated values from an array.
  public init(
    _ name: String, _ path: any KeyPath<Root, [Item]> & Sendable,
    @ModelBuilder<Item> _ parts: () -> ModelParts<Item>
  ) {
    self.name = name
    self.path = FieldPath(path)
    items = { $0[keyPath: path] }
    self.parts = parts()
  }

  @Sendable func bind() throws(DefinitionErrors) -> ModelUnits<Root> {
    let (name, items, place) = (name, items, path)
    let units = try ModelUnits(parts, ofPart: name)
    let names = Set(units.names)
    var result = ModelUnits<Root>()
    result.repeated = [
      RepeatedUnit(
        name: name, path: path,
        findings: { model, call in
          var all = Findings()
          let items = items(model)
          let findings = units.findings(of: items.count, call) { items[$0] }
          for (index, found) in findings.enumerated() {
            all.add(found.inside("\(name)[\(index)]", of: name))
          }
          return all
        },
        normalize: { model in
          guard let path = place.path as? WritableKeyPath<Root, [Item]> else { return }
          model[keyPath: path] = model[keyPath: path].map(units.normalized)
        },
        hasItem: { model, name in
          let items = items(model)
          guard items.indices.contains(name.index) else { return false }
          guard let part = name.part else { return true }
          return names.contains(String(part))
            || units.repeated.contains { $0.contains(part, in: items[name.index]) }
        })
    ]
    return result
  }
}

extension Findings {
  mutating func add(_ other: Findings) {
    if failures.isEmpty, skipped.isEmpty {
      self = other
      return
    }
    failures += other.failures
    // A rule that is skipped for several items is listed once.
    for id in other.skipped where !skipped.contains(id) { skipped.append(id) }
  }

  /// The findings in a part, converted to findings in the whole.
  func inside(_ place: String, of part: String) -> Findings {
    Findings(
      failures: failures.map { $0.inside(place, of: part) },
      skipped: skipped.map { "\(part).\($0)" })
  }
}
