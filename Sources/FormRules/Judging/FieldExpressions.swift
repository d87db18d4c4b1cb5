/// The compiled expressions of a form's fields: the conditions under which they are shown, and the
/// values that are computed.
package struct FieldExpressions: Sendable {
  /// The conditions and values, by the position of the field.
  package private(set) var conditions: [Int: Expression] = [:]
  package private(set) var values: [Int: ComputedValue] = [:]
  /// The positions of these fields in steps, such that the expressions of each step read only
  /// fields that are not in it or a later one.
  package private(set) var steps: [[Int]] = []

  /// Expressions of a form without any.
  static let none = FieldExpressions()

  private init() {}

  /// Compiles the expressions of a form.
  ///
  /// - Throws: `DefinitionErrors` with the first error of each field, in their order: unknown
  ///   fields and mistyped expressions. If there are none, with the first field that depends on
  ///   itself.
  init(_ form: Form) throws(DefinitionErrors) {
    var errors: [DefinitionError] = []
    for (index, field) in form.fields.enumerated() {
      do throws(DefinitionError) {
        if let source = field.shownWhen { conditions[index] = try Self.condition(source, form) }
        if let source = field.computation {
          values[index] = try ComputedValue(source, ofField: index, in: form)
        }
      } catch {
        errors.append(error)
      }
    }
    if errors.isEmpty { errors = order(form) }
    if !errors.isEmpty { throw DefinitionErrors(errors) }
  }

  private static func condition(
    _ source: Located<String>, _ form: Form
  ) throws(DefinitionError) -> Expression {
    let condition = try Expression(
      source.value, at: source.location, form: form, parameters: [])
    if condition.readsSource {
      throw DefinitionError(
        "the condition of a field cannot depend on source(), because a page has no file",
        .invalidValue, at: source.location)
    }
    return condition
  }

  /// The positions of the fields that the expressions read.
  package var reads: Set<Int> { Set(steps.joined().flatMap(reads)) }

  /// The positions of some fields and of all fields that depend on them.
  func dependents(of fields: Set<Int>) -> Set<Int> {
    steps.joined().reduce(into: fields) { found, index in
      if !found.isDisjoint(with: reads(index)) { found.insert(index) }
    }
  }

  /// The positions of the fields that the expressions of a field read.
  private func reads(_ index: Int) -> [Int] {
    (conditions[index]?.fields ?? []) + (values[index]?.fields ?? [])
  }

  /// Sets the steps, and returns the errors of fields that depend on themselves.
  private mutating func order(_ form: Form) -> [DefinitionError] {
    var open = Set(conditions.keys).union(values.keys)
    while !open.isEmpty {
      let step = open.filter { index in !reads(index).contains(where: open.contains) }
      if step.isEmpty { return cycle(among: open, form).map { [$0] } ?? [] }
      steps.append(step.sorted())
      open.subtract(step)
    }
    return []
  }

  /// The error of the first of some fields that depends on itself.
  private func cycle(among open: Set<Int>, _ form: Form) -> DefinitionError? {
    guard var field = open.min() else { return nil }
    var path: [Int] = []
    while !path.contains(field) {
      path.append(field)
      guard let next = reads(field).first(where: open.contains) else { return nil }
      field = next
    }
    path.removeFirst(path.firstIndex(of: field) ?? 0)
    let names = (path + [field]).map { "'\(form.fields[$0].name)'" }.joined(separator: " → ")
    let first = form.fields[field]
    return DefinitionError(
      "field '\(first.name)' depends on itself: \(names)", .conflict,
      at: (first.shownWhen ?? first.computation)?.location ?? .none)
  }
}

extension Form {
  /// The errors in the expressions of the fields; empty for a valid form.
  package var expressionErrors: [DefinitionError] {
    do throws(DefinitionErrors) {
      _ = try FieldExpressions(self)
      return []
    } catch {
      return error.errors
    }
  }
}
