/// A condition over the fields of a record, such as `end_date is blank or end_date >= signup_date`:
/// what `when` and `must` say. It is typed by its form and compiled once.
///
/// **Values.** Fields by name (in backticks if it is a keyword or has other characters than letters,
/// digits and `_`), `param.name`, `today()`, `now()`, `source()`; whole and decimal numbers; `'text'`
/// or `"text"` with the quote doubled inside; `true`, `false`; `2026-01-31`, `09:30`,
/// `2026-01-31T09:30:00Z`. A quoted constant is read by the type of what it is compared with.
///
/// **Arithmetic.** `+ - * /` on exact decimal numbers, date ± whole days, date − date. Fields of
/// type `number` count as the shortest decimal that means them. Results are exact, whatever their
/// digits: 1/3 is a fraction, and compared as one. Only dividing by zero is unknown. A date ± part of
/// a day is compared as the moment that it is.
///
/// **Functions** of fields and ranges (`score_1..score_10`, in the order of the form): `sum`, `min`
/// and `max` of those that are not blank, unknown when all are blank or one is wrongly typed; `count`
/// of those that are not blank, always known; `distinct`, true when no two are equal; `length` of a
/// text, in characters (grapheme clusters).
///
/// **Conditions.** `= != < <= > >=`, `in (…)`, `not in (…)`, `is blank`, `is not blank`,
/// `matches 'pattern'` (the whole text), boolean fields, `not`, `and`, `or`, binding in this order.
/// Text compares by bytes. `x in (a, b)` means `x = a or x = b`, and a range in the list means each
/// of its fields. A comparison with a missing, empty or wrongly typed value is unknown, and so is
/// `matches` when the pattern is too complex for the text; `is blank` is always known. `not`, `and`
/// and `or` follow Kleene: `false and unknown` is false, `true and unknown` is unknown.
package struct Expression: Sendable {
  /// The condition as it was written.
  package let source: String
  /// The positions of the form's fields that it mentions, ascending.
  package let fields: [Int]
  private let program: Program

  /// The longest source, in bytes of UTF-8.
  static let maximumBytes = 16_384
  /// How deep operators, parentheses and functions may nest, and nothing recurses deeper. Chains of
  /// one operator are no nesting.
  static let maximumDepth = 64
  /// How many values an `in` list may have, ranges counted by their fields.
  static let maximumListCount = 10_000
  /// How many values of lists and functions may be looked at for one record: `distinct` compares each
  /// with each, and a list calculates what stands before it for each of its fields.
  static let maximumSteps = 100_000

  /// How many digits the numerator and denominator of a number may come to have: comparing two such
  /// takes 0.2 ms.
  static let maximumDigits = 10_000

  /// Parses, types and compiles a condition.
  ///
  /// - Parameter location: where its text begins in the definition file. Errors say their own
  ///   column if the text is one line there, and otherwise this place.
  package init(
    _ source: String, at location: SourceLocation, form: Form, parameters: [RunParameter]
  ) throws(DefinitionError) {
    let text = try ExpressionText(source, at: location)
    let syntax = try Syntax(source, at: location)
    var compiler = Compiler(text: text, form: form, parameters: parameters)
    let program = try compiler.compile(syntax)
    self.source = source
    self.fields = compiler.fields.sorted()
    self.program = program
  }

  /// What the condition says of a record.
  package func truth(_ record: borrowing RecordContext) -> Truth {
    program.truth(at: 0, record)
  }
}
