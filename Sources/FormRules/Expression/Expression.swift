/// A condition over the fields of a record, such as `end_date is blank or end_date >= signup_date`,
/// for `when` and `must`. It is typed by its form and compiled once.
///
/// **Values.** Fields by name (in backticks if the name is a keyword or has characters other than
/// letters, digits and `_`), `param.name`, `today()`, `now()`, `source()`; integers and decimals;
/// `'text'` or `"text"`, in which a doubled quote represents a single one; `true`, `false`;
/// `2026-01-31`, `09:30`, `2026-01-31T09:30:00Z`. A quoted constant is read by the type of the
/// value that it is compared with.
///
/// **Arithmetic.** `+ - * /` on exact decimal numbers, date ± whole days, date − date. Fields of
/// type `number` count as their shortest decimal representation. Results are exact for any number
/// of digits: 1/3 is a fraction and is compared as one. Only a division by zero is unknown. A date
/// ± a fraction of a day is compared as a timestamp.
///
/// **Functions** of fields and ranges (`score_1..score_10`, in the order of the form): `sum`, `min`
/// and `max` of the fields that are not blank, unknown if all are blank or one is mistyped; `count`
/// of the fields that are not blank, always known; `distinct`, true if no two are equal; `length`
/// of a text, in characters (grapheme clusters).
///
/// **Conditions.** `= != < <= > >=`, `in (…)`, `not in (…)`, `is blank`, `is not blank`,
/// `matches 'pattern'` (the whole text), boolean fields, `not`, `and`, `or`, in order of decreasing
/// precedence. Text is compared by its bytes. `x in (a, b)` means `x = a or x = b`, and a range in
/// the list means each of its fields. A comparison with a missing, empty or mistyped value is
/// unknown, and so is `matches` if the pattern is too complex for the text; `is blank` is always
/// known. `not`, `and` and `or` follow Kleene's logic: `false and unknown` is false,
/// `true and unknown` is unknown.
package struct Expression: Sendable {
  /// The text of the condition.
  package let text: String
  /// The positions of the form's fields in the condition, ascending.
  package let fields: [Int]
  private let program: ExpressionProgram

  /// The maximum length of the text in bytes of UTF-8.
  static let maximumBytes = 16_384
  /// The maximum nesting depth of operators, parentheses and functions, which limits recursion.
  /// Chains of one operator do not nest.
  static let maximumDepth = 64
  /// The maximum number of values in an `in` list, where ranges count by their fields.
  static let maximumListCount = 10_000
  /// The maximum number of values of lists and functions to read for one record: `distinct`
  /// compares each pair, and a list evaluates the expression before it for each of its fields.
  static let maximumSteps = 100_000

  /// The maximum number of digits in the numerator and denominator of a number. Comparing two such
  /// numbers takes 0.2 ms.
  static let maximumDigits = 10_000

  /// Parses, types and compiles a condition.
  ///
  /// - Parameter location: The beginning of the text in the definition file. Errors have their own
  ///   column if the text is a single line there, and otherwise this location.
  package init(
    _ source: String, at location: DefinitionLocation, form: Form, parameters: [RunParameter]
  ) throws(DefinitionError) {
    let text = try ExpressionText(source, at: location)
    let syntax = try ExpressionSyntax(source, at: location)
    var compiler = ExpressionCompiler(text: text, form: form, parameters: parameters)
    let program = try compiler.compile(syntax)
    self.text = source
    self.fields = compiler.fields.sorted()
    self.program = program
  }

  /// Whether the condition depends on the sender of the file.
  var readsSource: Bool { program.readsSource }

  /// The result of the condition for a record.
  package func truth(_ record: borrowing RecordContext) -> Truth {
    program.truth(at: 0, record)
  }
}
