/// A value in a model with properties of its own: those of an address become `address.zip`.
///
/// ```swift
/// Nested("address", \.address) {
///   Property("country", \.country, .required)
///   Property("zip", \.zip, .postcode("DE").when("country = 'DE'"))
/// }
/// ```
///
/// Its rules speak of its own properties; what concerns others too is for `Check`. Its errors come
/// after those of the model's properties, in the order in which nested values stand.
public struct Nested<Root, Part>: Sendable {
  private let name: String
  private let path: FieldPath
  private let part: @Sendable (Root) -> Part?
  /// Changes the value, where there is one and it can be written.
  private let change: @Sendable (inout Root, (inout Part) -> Void) -> Void
  private let parts: ModelParts<Part>

  /// A value that is always there.
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

  /// A value that may be missing; then nothing of it is judged.
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
          guard let value = part(model) else { return Findings(failures: [], skipped: []) }
          return items.findings(value, call).inside(name, of: name)
        }, normalize: { change(&$0, items.normalize) })
    }
    return units
  }
}

/// The values of an array in a model, each with properties of its own: those of the third item become
/// `items[2].quantity`, and the rule's id `items.quantity.range`.
///
/// ```swift
/// Each("items", \.items) {
///   Property("quantity", \.quantity, .range(min: 1))
/// }
/// ```
///
/// `unique` compares the items of one model with each other. Errors come after those of nested values,
/// item by item.
public struct Each<Root, Item>: Sendable {
  private let name: String
  private let path: FieldPath
  private let items: @Sendable (Root) -> [Item]
  private let parts: ModelParts<Item>

  /// The values of an array.
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
    var result = ModelUnits<Root>()
    result.repeated = [
      RepeatedUnit(
        name: name, path: path,
        findings: { model, call in
          var all = Findings(failures: [], skipped: [])
          for (index, found) in units.findings(in: items(model), call).enumerated() {
            all.add(found.inside("\(name)[\(index)]", of: name))
          }
          return all
        },
        normalize: { model in
          guard let path = place.path as? WritableKeyPath<Root, [Item]> else { return }
          model[keyPath: path] = model[keyPath: path].map(units.normalized)
        })
    ]
    return result
  }
}

extension Findings {
  mutating func add(_ other: Findings) {
    failures += other.failures
    // A rule that could not tell of three items is named once.
    for id in other.skipped where !skipped.contains(id) { skipped.append(id) }
  }

  /// What was found in a part, as of the whole.
  func inside(_ place: String, of part: String) -> Findings {
    Findings(
      failures: failures.map { $0.inside(place, of: part) },
      skipped: skipped.map { "\(part).\($0)" })
  }
}
