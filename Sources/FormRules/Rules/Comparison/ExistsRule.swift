/// Requires a value from a reference list: a column of a file, or a field of another form.
package struct ExistsRule: Rule {
  package static let name = "exists"
  static let file = Parameter<String?>(
    "file", "The file, in the directory of the definition file or below it.")
  static let column = Parameter<String?>(
    "column", "The header of the column. Optional if the file has only one column.")
  static let header = Parameter<Bool>(
    "header",
    "Whether the file has a header row. Without one, `column` is a number counted from 1.",
    default: true)
  static let values = Parameter<[ParameterOperand]?>(
    "values", "The values of the column; `apply` fills them in.")
  static let form = Parameter<String?>("form", "The name of another form, instead of a file.")
  static let field = Parameter<String?>(
    "field", "The field of that form; it must have the same type as this field.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", "Whether to ignore the case of ASCII letters.")

  package static let documentation = RuleDocumentation(
    "The value occurs in a column of a file, or in a field of stored submissions.",
    discussion: """
      `file` names a CSV, TSV, NDJSON or JSON file, optionally compressed with gzip, beside the \
      definition file, with at most 500,000 values and 12 MiB of values. It is read when \
      definitions are applied, and its values become part of the stored version, so a later replay \
      uses the same list. If the file changes, the next `apply` creates a new version.

      `form` compares with the values of a field in the submissions of another form that were \
      stored and accepted when the run began; in a replay, with those that were recorded before \
      the import. They are read once per run, also for a single `submit`, and kept as 128-bit \
      hashes of 16 to 24 bytes each, which makes an accidental match practically impossible. \
      Without a store, as in `check`, the rule fails with `exists.unavailable`: no value is \
      accepted that could not be looked up.

      Numbers and dates are compared by value (1.50 is 1.5), text byte by byte. Every item of a \
      list must occur.
      """,
    types: FieldType.names.filter { $0 != "file" },
    parameters: [file, column, header, values, form, field, ignoreCase],
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
    let (file, form) = (try parameters[Self.file], try parameters[Self.form])
    if let file, form == nil {
      if parameters.node(Self.values) == nil {
        throw parameters.error("the file \(file) has not been read", at: Self.file)
      }
      reference = .listed(try ListedValues(parameters))
      let column = try parameters[Self.column].map { " (\($0))" } ?? ""
      arguments = [MessageArgument("reference", file + column)]
    } else if let form, file == nil {
      let ofFile: [any DeclaredParameter] = [Self.column, Self.header, Self.values]
      for parameter in ofFile where parameters.node(parameter) != nil {
        throw parameters.error("\(parameter.name) belongs to a file", at: parameter)
      }
      guard let field = try parameters[Self.field] else {
        throw parameters.error("needs the field of form '\(form)'", .missing(nil))
      }
      if case .list = parameters.field?.type {
        throw parameters.error("compares a list with a file only")
      }
      reference = .stored(
        StoredReference(
          form: form, field: field, ignoresCase: try parameters[Self.ignoreCase]))
      arguments = [MessageArgument("reference", "\(form).\(field)")]
    } else {
      throw parameters.error("needs either a file or a form", .missing(nil))
    }
    if form == nil, parameters.node(Self.field) != nil {
      throw parameters.error("field belongs to a form; of a file say column", at: Self.field)
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

extension RuleEntry {
  /// The value occurs in a column of a file. `apply` reads the column into `values`.
  public static func exists(
    file: String, column: String? = nil, header: Bool? = nil,
    values: [some FormValue] = [String](), ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      ExistsRule.self, ExistsRule.file(file), ExistsRule.column(column), ExistsRule.header(header),
      ExistsRule.values(values.isEmpty ? nil : values), ExistsRule.ignoreCase(ignoreCase))
  }

  /// The value occurs in a field of another form's stored submissions. Only a recorder has access
  /// to them; validators skip the rule.
  public static func exists(form: String, field: String, ignoreCase: Bool? = nil) -> RuleEntry {
    RuleEntry(
      ExistsRule.self, ExistsRule.form(form), ExistsRule.field(field),
      ExistsRule.ignoreCase(ignoreCase))
  }
}
