import FormRules

extension CaseGenerator {
  /// A random condition over the form's fields. Its naive version is added to the case.
  ///
  /// - Returns: The source of the condition.
  mutating func condition(depth: Int) -> String {
    let condition = randomCondition(depth: depth)
    differential.conditions[condition.source] = condition
    return condition.source
  }

  private mutating func randomCondition(depth: Int) -> ReferenceCondition {
    if depth > 0, chance(40) {
      if chance(25) { return .not(randomCondition(depth: depth - 1)) }
      let count = Int.random(in: 2...3, using: &random)
      return .join(
        word: pick(["and", "or"]), (0..<count).map { _ in randomCondition(depth: depth - 1) })
    }
    let fields = differential.form.fields
    let field = Int.random(in: fields.indices, using: &random)
    let name = Self.expressionName(fields[field].name)
    if chance(20) { return .blank(field: field, name, isBlank: chance(50)) }
    if chance(10) {
      let counted = some(Array(fields.indices), 1...3)
      return .count(
        counted.map { ($0, Self.expressionName(fields[$0].name)) },
        sign: pick(ReferenceCondition.signs), Int.random(in: 0...3, using: &random))
    }
    let isBoolean = if case .boolean = fields[field].type { true } else { false }
    if isBoolean, chance(50) { return .truth(field: field, name) }
    let signs = isBoolean ? ["=", "!="] : ReferenceCondition.signs
    let others = fields.indices.filter { Self.compares(fields[$0].type, fields[field].type) }
    if chance(30), !others.isEmpty {
      let other = pick(others)
      return .fields(
        field, name, sign: pick(signs), other, Self.expressionName(fields[other].name))
    }
    let constants = Self.constants(fields[field].type)
    guard !constants.isEmpty else { return .blank(field: field, name, isBlank: chance(50)) }
    if chance(25) {
      return .member(field: field, name, some(constants, 1...3), isIn: chance(70))
    }
    let constant = pick(constants)
    return .constant(
      field: field, name, sign: pick(signs), source: constant.source, constant.value,
      constant.text)
  }

  /// Names with other characters than letters and digits are in backticks.
  private static func expressionName(_ name: String) -> String {
    name.contains(" ") ? "`\(name)`" : name
  }

  /// Without binary numbers, whose conversion to decimals is not part of these tests.
  private static func compares(_ a: FieldType, _ b: FieldType) -> Bool {
    switch (a, b) {
    case (.integer, .integer), (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal),
      (.text, .text), (.boolean, .boolean), (.time, .time),
      (.date, .date), (.date, .datetime), (.datetime, .date), (.datetime, .datetime):
      true
    default: false
    }
  }

  private static func constants(
    _ type: FieldType
  ) -> [(source: String, value: Value, text: String)] {
    func read(_ sources: [String], _ type: FieldType) -> [(String, Value, String)] {
      sources.compactMap { source in type.literal(source).map { (source, $0.value, source) } }
    }
    switch type {
    case .integer, .decimal: return read(["0", "1", "-1", "5", "1.5", "10"], .decimal())
    case .text:
      return ["a", "DE", "é", "o'x", ""].filter { !$0.isEmpty }.map {
        ("'\($0.replacing("'", with: "''"))'", .text, $0)
      }
    case .boolean: return [("true", .boolean(true), ""), ("false", .boolean(false), "")]
    case .date, .datetime:
      return read(["2026-01-31", "2025-12-31"], .date())
        + read(["2026-01-31T09:30:00Z", "2026-06-15T12:00:00Z"], .datetime())
    case .time: return read(["09:30", "23:59:59"], .time())
    case .number, .list, .file: return []
    }
  }
}
