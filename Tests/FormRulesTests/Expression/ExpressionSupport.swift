@testable import FormRules

/// The form of the expression tests, with at least one field of each type.
let expressionForm = Form(
  name: "everything",
  fields: [
    Field(name: "age", type: .integer),
    Field(name: "amount", type: .decimal(.init(scale: 2, point: ",", strip: ["EUR"]))),
    Field(name: "price", type: .decimal()),
    Field(name: "ratio", type: .number),
    Field(name: "country", type: .text),
    Field(name: "name", type: .text),
    Field(name: "active", type: .boolean(.init(yes: ["ja"], no: ["nein"]))),
    Field(name: "start", type: .date()),
    Field(name: "end", type: .date(formats: [DateFormat("dd.MM.yyyy")].compactMap { $0 })),
    Field(name: "opens", type: .time()),
    Field(name: "sent", type: .datetime()),
    Field(name: "tags", type: .list()),
    Field(name: "photo", type: .file),
    Field(name: "odd `name`", type: .text),
    Field(name: "größe", type: .integer),
    Field(name: "count", type: .integer),
  ] + (1...4).map { Field(name: "score_\($0)", type: .integer) }
    + (1...3).map { Field(name: "part_\($0)", type: .decimal()) }
    + (1...2).map { Field(name: "day_\($0)", type: .date()) }
    + (1...3).map { Field(name: "word_\($0)", type: .text) })

let expressionGiven = [
  RunParameter(name: "period_start", type: .date()),
  RunParameter(name: "limit", type: .decimal()),
  RunParameter(name: "region", type: .text),
  RunParameter(name: "strict", type: .boolean()),
]

/// Compiles an expression at line 3, column 9.
func expression(_ source: String) throws(DefinitionError) -> Expression {
  try Expression(
    source, at: DefinitionLocation(line: 3, column: 9), form: expressionForm,
    parameters: expressionGiven)
}

/// The result of an expression for a record; unlisted fields are missing.
func truth(
  _ source: String, _ texts: [String: String] = [:], in run: RunState? = nil
) throws -> Truth {
  let parameters = zip(expressionGiven, ["2026-06-01", "99.50", "EU", "true"]).compactMap {
    $0.type.literal($1)
  }
  let expression = try expression(source)
  return withRecord(expressionForm, texts, in: run ?? testRun(parameters: parameters)) {
    expression.truth($0)
  }
}
