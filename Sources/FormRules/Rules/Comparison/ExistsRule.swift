/// Requires a value that stands in a reference list.
package struct ExistsRule: Rule {
  package static let name = "exists"
  package static let documentation = RuleDocumentation(
    "The value stands in a column of a file, or in a field of stored submissions.",
    discussion: """
      `file` names a CSV, TSV, NDJSON or JSON file, plain or gzip, beside the definition file, with at \
      most 500,000 values or 12 MiB of them. It is read when definitions are applied, and its values become part of the \
      stored version, so that a replay years later judges by the same list; a changed file makes a \
      new version at the next `apply`.

      `form` compares with the field's values in the submissions of another form that stood stored \
      and accepted when the run began; in a replay those that came in before the import. They are \
      read once a run, also for a single `submit`, and remembered as 128-bit hashes of 16 to 24 \
      bytes each, which counts as exact. Where there is no store, as in `check`, no answer is a \
      failure of its own: nothing is accepted that was not looked up.

      Numbers and dates are compared by value (1.50 is 1.5), text byte by byte. Of a list, every item \
      must be there.
      """,
    types: FieldType.names.filter { $0 != "file" },
    parameters: [
      .text("file", "The file, in the folder of the definition file or below it."),
      .text("column", "The column's header; may be left out when there is one column."),
      .flag(
        "header", "Whether the file has a header. Without one, `column` counts from 1.", usual: true
      ),
      .other("values", "The values of the column; `apply` writes them here.", .values),
      .text("form", "The name of another form, in place of a file."),
      .text("field", "The field of that form; its type must be this field's."),
      .flag("ignoreCase", "Whether upper and lower case of ASCII letters are the same."),
    ],
    codes: [
      .init("exists.notFound", "{label} must be one of those in {reference}."),
      .init(
        "exists.unavailable", "{label} could not be looked up: {reference} is not available.",
        isUnanswered: true),
    ],
    examples: [
      .init(
        ["file": "countries.csv", "column": "code", "values": ["DE", "FR"]], accepts: ["DE"],
        rejects: ["de", "D", "DE "]),
      .init(
        ["file": "rates.txt", "header": "false", "values": ["7", "19.0"]], type: .decimal(),
        accepts: ["7.00", "19"], rejects: ["7.01", "-7"]),
      .init(
        ["file": "colours.csv", "values": ["red", "blue"]], type: .list(), accepts: ["blue,red"],
        rejects: ["red,green"]),
      .init(["form": "customers", "field": "id"], type: .integer),
    ])

  private enum Reference {
    case listed(ListedValues)
    case stored(StoredReference)
  }

  private let reference: Reference
  package let arguments: [MessageArgument]

  package init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let (file, form) = (try parameters.text("file"), try parameters.text("form"))
    if let file, form == nil {
      if parameters["values"] == nil {
        throw parameters.error("the file \(file) has not been read", at: "file")
      }
      reference = .listed(try ListedValues(parameters))
      let column = try parameters.text("column").map { " (\($0))" } ?? ""
      arguments = [MessageArgument("reference", file + column)]
    } else if let form, file == nil {
      for name in ["column", "header", "values"] where parameters[name] != nil {
        throw parameters.error("\(name) belongs to a file", at: name)
      }
      guard let field = try parameters.text("field") else {
        throw parameters.error("needs the field of form '\(form)'")
      }
      if case .list = parameters.field?.type {
        throw parameters.error("compares a list with a file only")
      }
      reference = .stored(
        StoredReference(
          form: form, field: field, ignoresCase: try parameters.flag("ignoreCase")))
      arguments = [MessageArgument("reference", "\(form).\(field)")]
    } else {
      throw parameters.error("needs either a file or a form")
    }
    if form == nil, parameters["field"] != nil {
      throw parameters.error("field belongs to a form; of a file say column", at: "field")
    }
  }

  package var demands: [RuleDemand] {
    if case .stored(let reference) = reference { [.stored(reference)] } else { [] }
  }

  package func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    switch reference {
    case .listed(let values):
      return values.allSatisfy(isListed: true, value, text, record)
        ? .passes : .fails("exists.notFound")
    case .stored(let reference):
      guard let keys = record.run.keys(of: reference) else {
        return .undecided(.unanswered(Failure("exists.unavailable")))
      }
      var hasher = SipHasher128(key: record.run.conditions.hashKey)
      guard hasher.combine(value, text, reference.ignoresCase, false) else { return .passes }
      return keys.contains(hasher.finalize()) ? .passes : .fails("exists.notFound")
    }
  }
}
