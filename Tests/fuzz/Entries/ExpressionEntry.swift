import FormBytes

@testable import FormRules

/// Expressions: the source, followed by the texts of fields, separated by NULs. Evaluation does not
/// trap, and repeated evaluation gives the same result.
enum ExpressionEntry {
  private static let form = Form(
    name: "everything",
    fields: [
      Field(name: "age", type: .integer), Field(name: "price", type: .decimal()),
      Field(name: "ratio", type: .number), Field(name: "name", type: .text),
      Field(name: "active", type: .boolean()), Field(name: "start", type: .date()),
      Field(name: "opens", type: .time()), Field(name: "sent", type: .datetime()),
      Field(name: "tags", type: .list()), Field(name: "odd `name`", type: .text),
      Field(name: "score_1", type: .integer), Field(name: "score_2", type: .integer),
      Field(name: "day_1", type: .date()), Field(name: "day_2", type: .date()),
    ])
  private static let parameters = [
    RunParameter(name: "limit", type: .decimal()), RunParameter(name: "region", type: .text),
  ]

  static func failure(on input: [UInt8]) -> String? {
    let parts = input.parts
    guard let source = String(validating: parts[0], as: UTF8.self),
      let expression = try? Expression(source, at: .none, form: form, parameters: parameters)
    else { return nil }
    let texts = parts.dropFirst().filter { String(validating: $0, as: UTF8.self) != nil }
    let found = truth(of: expression, texts)
    if found != truth(of: expression, texts) { return "says one thing, then another" }
    guard
      let negated = try? Expression(
        "not (\(source))", at: .none, form: form, parameters: parameters)
    else { return nil }
    let expected: Truth =
      switch found {
      case .isTrue: .isFalse
      case .isFalse: .isTrue
      case .unknown: .unknown
      }
    return truth(of: negated, texts) == expected ? nil : "its negation says \(found) too"
  }

  private static func truth(of expression: Expression, _ texts: [[UInt8]]) -> Truth {
    var bytes: [UInt8] = []
    var cells: [Cell] = []
    var values: [Value] = []
    for (index, field) in form.fields.enumerated() {
      guard index < texts.count else {
        cells.append(.missing)
        values.append(.missing)
        continue
      }
      let cell = texts[index]
      cells.append(
        Cell(start: UInt32(bytes.count), end: UInt32(bytes.count + cell.count), kind: .string))
      values.append(
        cell.isEmpty ? .empty : (try? field.type.read(cell.span, kind: .string)) ?? .invalid)
      bytes += cell
    }
    let literals = zip(parameters, ["99.50", "EU"]).compactMap { $0.type.literal($1) }
    let run = RunState(
      RunState.Configuration(
        now: Instant(seconds: 1_781_524_800), source: "test", hashKey: HashKey(1, 2)),
      parameters: literals, stateCount: 0)
    return expression.truth(
      RecordContext(bytes: bytes.span, cells: cells.span, values: values.span, run: run))
  }
}
