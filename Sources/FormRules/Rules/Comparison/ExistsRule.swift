/// Requires a value from a reference list, or a combination of values: columns of a file, or fields
/// of another form.
package struct ExistsRule: Rule {
  package static let name = "exists"
  package static let scope = RuleScope.fieldOrRecord
  package static let canBeNested = true
  static let fields = Parameter<[String]?>(
    "fields", effect: .unknown, "Under `record`: the fields whose values must occur together.")
  static let file = Parameter<String?>(
    "file", effect: .unknown, "The file, in the directory of the definition file or below it.")
  static let column = Parameter<[String]?>(
    "column", effect: .unknown,
    "The header of the column. Optional if the file has only one column. Under `record`: a list of "
      + "headers, one for each of `fields`; by default the names of the fields.")
  static let header = Parameter<Bool>(
    "header", effect: .unknown,
    "Whether the file has a header row. Without one, `column` is a number counted from 1.",
    default: true)
  static let values = Parameter<[ParameterOperand]?>(
    "values", effect: .looserIfMore,
    "The values of the column, or under `record` a list of lists of values; `apply` fills them in.")
  static let form = Parameter<String?>(
    "form", effect: .unknown, "The name of another form, instead of a file.")
  static let field = Parameter<[String]?>(
    "field", effect: .unknown,
    "The field of that form; it must have the same type as this field. Under `record`: a list of "
      + "fields, one for each of `fields`; by default fields of the same names.")
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether to ignore the case of ASCII letters.")

  package static let documentation = RuleDocumentation(
    "The value, or the combination of values, occurs in a file or in stored submissions.",
    discussion: """
      `file` names a CSV, TSV, NDJSON or JSON file, optionally compressed with gzip, beside the \
      definition file, with at most 500,000 values and 12 MiB of values. It is read when \
      definitions are applied, and its values become part of the stored version, so a later replay \
      uses the same list. If the file changes, the next `apply` creates a new version.

      `form` compares with the values of a field in the submissions of another form that were \
      stored and accepted when the run began; in a replay, with those that were recorded before \
      the import. If the rule names its own form, a replay compares with those that it accepts \
      itself. They are read once per run, also for a single `submit`, and kept as 128-bit hashes \
      of 16 to 24 bytes each, which makes an accidental match practically impossible. Without a \
      store, as in `check`, the rule fails with `exists.unavailable`: no value is accepted that \
      could not be looked up.

      Numbers and dates are compared by value (1.50 is 1.5), text byte by byte. Every item of a \
      list must occur.

      Under `record`, the values of several fields must occur together, in one record of the file \
      or in one submission: `exists: {fields: [country, city], file: cities.csv, column: [code, \
      name]}`, or `exists: {fields: [customer, name], form: customers, field: [id, name]}`. As for a foreign key in SQL (`MATCH SIMPLE`), a record is not evaluated \
      if one of its values is missing, empty or not of its type, and no record agrees with an \
      incomplete one in the file or among the submissions.
      """,
    types: FieldType.names.filter { $0 != "file" },
    parameters: [fields, file, column, header, values, form, field, ignoreCase],
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
    case combinations(ListedCombinations)
    case stored(StoredReference)
  }

  private let reference: Reference
  /// Positions of the fields that are compared together, or of the rule's own field.
  private let compared: [Int]
  package let arguments: [MessageArgument]

  package init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    compared = try Self.compared(parameters)
    let (file, form) = (try parameters[Self.file], try parameters[Self.form])
    if let file, form == nil {
      if parameters.node(Self.field) != nil {
        throw parameters.error("field belongs to a form; of a file say column", at: Self.field)
      }
      if parameters.node(Self.values) == nil {
        throw parameters.error("the file \(file) has not been read", at: Self.file)
      }
      let others = try Self.others(Self.column, parameters)
      reference =
        parameters.field == nil
        ? .combinations(try ListedCombinations(compared, parameters))
        : .listed(try ListedValues(parameters))
      let columns = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
      arguments = Self.arguments(file + columns, compared, parameters: parameters)
    } else if let form, file == nil {
      let ofFile: [any DeclaredParameter] = [Self.column, Self.header, Self.values]
      for parameter in ofFile where parameters.node(parameter) != nil {
        throw parameters.error("\(parameter.name) belongs to a file", at: parameter)
      }
      let others = try Self.others(Self.field, parameters)
      if others.isEmpty {
        throw parameters.error("requires the field of form '\(form)'", .missing(nil))
      }
      if case .list = parameters.field?.type {
        throw parameters.error("compares a list with a file only")
      }
      let stored = StoredReference(
        form: form, fields: others, ignoresCase: try parameters[Self.ignoreCase])
      reference = .stored(stored)
      arguments = Self.arguments(stored.name, compared, parameters: parameters)
    } else {
      throw parameters.error("requires either a file or a form", .missing(nil))
    }
  }

  /// The arguments of messages. The label of a record rule is the list of its fields.
  private static func arguments(
    _ reference: String, _ compared: [Int], parameters: borrowing RuleParameters
  ) -> [MessageArgument] {
    let reference = MessageArgument("reference", reference)
    if parameters.field != nil { return [reference] }
    return [reference, parameters.argument("label", fields: compared)]
  }

  /// The fields that are compared: the rule's own, or those of `fields`.
  private static func compared(
    _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> [Int] {
    if let field = parameters.ownFieldIndex {
      guard parameters.node(fields) == nil else {
        throw parameters.error(
          "fields belongs to a rule of record; on a field, the value of the field is compared",
          .misplaced("fields"), at: fields)
      }
      return [field]
    }
    let fields = try parameters.fieldIndices(Self.fields)
    if fields.isEmpty { throw parameters.error("requires fields", .missing(nil)) }
    let types = documentation.types.filter { $0 != "list" }
    for field in fields { try parameters.checkType(ofField: field, types) }
    return fields
  }

  /// The names of the columns or fields to compare with. May be empty for a rule of a field.
  private static func others(
    _ parameter: Parameter<[String]?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> [String] {
    let names = try parameters[fields] ?? []
    let others = try parameters[parameter] ?? names
    let count = max(1, names.count)
    if others.count != count, parameters.node(parameter) != nil {
      throw parameters.error(
        "\(parameter.name) must have \(count) \(count == 1 ? "name" : "names, one for each of fields")",
        at: parameter)
    }
    return others
  }

  package var externalInputs: [ExternalInput] {
    if case .stored(let reference) = reference {
      [.stored(reference, comparing: compared)]
    } else {
      []
    }
  }

  package func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    let isFound: Bool
    switch reference {
    case .listed(let values):
      isFound = values.allSatisfy(isListed: true, value, text, in: record)
    case .combinations(let combinations):
      isFound = combinations.contains(record) ?? true
    case .stored(let reference):
      guard let keys = record.run.keys(of: reference) else {
        return .undecided(.unavailable(Failure("exists.unavailable")))
      }
      var hasher = SipHasher128(key: record.run.configuration.hashKey)
      // A record rule has no value.
      if value.isPresent {
        guard hasher.combine(value, text, ignoresCase: reference.ignoresCase) else {
          return .passes
        }
      } else {
        guard hasher.combine(record, compared, ignoresCase: reference.ignoresCase) else {
          return .passes
        }
      }
      isFound = keys.contains(hasher.finalize())
    }
    return isFound ? .passes : .fails("exists.notFound")
  }
}

extension DeclaredRule {
  /// The value occurs in a column of a file. `apply` reads the column into `values`.
  public static func exists(
    file: String, column: String? = nil, header: Bool? = nil,
    values: [some FormValue] = [String](), ignoreCase: Bool? = nil
  ) -> Self {
    Self(
      ExistsRule.self, ExistsRule.file(file), ExistsRule.column(column), ExistsRule.header(header),
      ExistsRule.values(values.isEmpty ? nil : values), ExistsRule.ignoreCase(ignoreCase))
  }

  /// The values of several fields occur together in a record of a file. Use it in a rule for whole
  /// records. `apply` reads the columns.
  ///
  /// - Parameter columns: The column for each field; by default those with the fields' names.
  public static func exists(
    _ fields: String..., file: String, columns: [String]? = nil, header: Bool? = nil,
    ignoreCase: Bool? = nil
  ) -> Self {
    Self(
      ExistsRule.self, ExistsRule.fields(fields), ExistsRule.file(file),
      ExistsRule.column(columns), ExistsRule.header(header), ExistsRule.ignoreCase(ignoreCase))
  }

  /// The values of several fields occur together in a submission of another form that was stored
  /// and accepted when the run began. Use it in a rule for whole records.
  ///
  /// - Parameter otherFields: The other form's field for each field; by default those of the same
  ///   names.
  public static func exists(
    _ fields: String..., form: String, otherFields: [String]? = nil, ignoreCase: Bool? = nil
  ) -> Self {
    Self(
      ExistsRule.self, ExistsRule.fields(fields), ExistsRule.form(form),
      ExistsRule.field(otherFields), ExistsRule.ignoreCase(ignoreCase))
  }

  /// The value occurs in a field of another form's submissions that were stored and accepted when
  /// the run began. Only a recorder has access to them; in validators, the rule fails with
  /// `exists.unavailable`.
  public static func exists(form: String, field: String, ignoreCase: Bool? = nil) -> Self {
    Self(
      ExistsRule.self, ExistsRule.form(form), ExistsRule.field(field),
      ExistsRule.ignoreCase(ignoreCase))
  }
}
