/// The value of a computed field, as an expression over other fields of its form: compiled once.
///
/// A number is exact, and rounded to the decimals of its field (`scale`, and none for an integer),
/// halves away from zero. There is no value if an operand is missing or mistyped, after a division
/// by zero, and for a result that is not a decimal of at most 38 digits, such as 1/3 in a field
/// without `scale`. A value that the field cannot express has no text.
package struct ComputedValue: Sendable {
  /// The text of the expression.
  let text: String
  /// The positions of the form's fields in the expression, ascending.
  let fields: [Int]
  private let field: Int
  private let type: FieldType
  private let program: ExpressionProgram
  private let content: Content

  /// What a compiled value consists of.
  enum Content {
    /// The condition of the program, for a boolean.
    case condition
    case text(ExpressionProgram.TextSource)
    case value(ExpressionProgram.TermIndex)

    fileprivate var isSource: Bool { if case .text(.source) = self { true } else { false } }
  }

  /// Parses, types and compiles the expression of the field at a position.
  ///
  /// - Throws: `DefinitionError` at its location in the file, also for an expression that depends
  ///   on anything but the record.
  init(_ source: Located<String>, ofField index: Int, in form: Form) throws(DefinitionError) {
    let text = try ExpressionText(source.value, at: source.location)
    let syntax = try ExpressionSyntax(source.value, at: source.location)
    var compiler = ExpressionCompiler(text: text, form: form, parameters: [])
    (program, content) = try compiler.compile(syntax, asValueOf: index)
    if program.readsClock || program.readsSource || content.isSource {
      throw DefinitionError(
        "a computed value depends only on other fields, not on today(), now() or source()",
        .invalidValue, at: source.location)
    }
    self.text = source.value
    fields = compiler.fields.sorted()
    field = index
    type = form.fields[index].type
  }

  /// Whether the field has the value. Unknown if there is none.
  func truth(_ record: borrowing RecordContext) -> Truth {
    switch content {
    case .condition:
      guard case .boolean(let value) = record.value(of: field) else { return .unknown }
      switch program.truth(at: 0, record) {
      case .isTrue: return Truth(value)
      case .isFalse: return Truth(!value)
      case .unknown: return .unknown
      }
    case .text(let source):
      return Truth(program.order(.field(field), source, in: record).map { $0 == .equal })
    case .value(let index):
      let value = value(at: index, record)
      return Truth(value?.quickOrder(to: record.value(of: field)).map { $0 == .equal })
    }
  }

  /// The value in the notation of the field's cells, or nil if there is none.
  package func text(_ record: borrowing RecordContext) -> String? {
    switch content {
    case .condition:
      switch program.truth(at: 0, record) {
      case .isTrue: return type.text(of: .boolean(true))
      case .isFalse: return type.text(of: .boolean(false))
      case .unknown: return nil
      }
    case .text(let source): return program.text(source, record)
    case .value(let index): return value(at: index, record).flatMap(type.text(of:))
    }
  }

  /// The value of a program with a term. Fractions are calculated only if values do not suffice.
  private func value(
    at index: ExpressionProgram.TermIndex, _ record: borrowing RecordContext
  ) -> Value? {
    let value = program.value(at: index, record)
    guard ValueKind(type) == .number else {
      if value.isPresent { return value }
      return program.fraction(at: index, record)?.decimal.flatMap(Value.init(daysSinceEpoch:))
    }
    if let exact = value.arithmetic {
      if let decimals = type.decimals { return .decimal(exact.rounded(toScale: decimals)) }
      return .decimal(type == .number ? exact.normalized : exact)
    }
    guard let fraction = program.fraction(at: index, record) else { return nil }
    let rounded = type.decimals.flatMap { fraction.rounded(toScale: $0) }
    // The number without decimals that do not fit, if they are zeros.
    return (rounded ?? fraction.decimal).map(Value.decimal)
  }
}

extension ExpressionCompiler {
  /// Compiles an expression as the value of a field.
  mutating func compile(
    _ syntax: ExpressionSyntax, asValueOf index: Int
  ) throws(DefinitionError) -> (ExpressionProgram, ComputedValue.Content) {
    let type = form.fields[index].type
    if case .boolean = type { return (try compile(syntax), .condition) }
    let target = TypedExpression(
      range: syntax.range, type: type,
      code: type == .text ? .text(.field(index)) : .terms([.init(content: .field(index))]))
    let value = try read(try value(syntax), as: target)
    guard value.kind == target.kind, value.kind != .list, value.kind != .file else {
      throw error(
        "\(name(value)) cannot be the value of a field of the type \(type.name)", at: syntax)
    }
    switch value.code {
    case .text(let source): return (program, .text(source))
    case .terms(let terms):
      let start = self.index(of: terms)
      return (program, .value(start))
    case .quoted: throw error("\(name(value)) is not a value", at: syntax)
    }
  }
}

extension ExpressionProgram {
  /// Whether an expression depends on the clock of the run.
  var readsClock: Bool {
    terms.contains { term in
      switch term.content {
      case .today, .now: true
      default: false
      }
    }
  }

  /// Whether an expression depends on the sender of the file.
  var readsSource: Bool { sources.contains { if case .source = $0 { true } else { false } } }

  private var sources: [TextSource] {
    let ofTerms = terms.compactMap { term -> TextSource? in
      if case .length(let source) = term.content { source } else { nil }
    }
    return ofTerms
      + nodes.flatMap { node -> [TextSource] in
        switch node.test {
        case .texts(let left, _, let right): [left, right]
        case .isTextAmong(let source, _), .isBlank(let source), .matches(let source, _): [source]
        default: []
        }
      }
  }
}

extension FieldType {
  /// The decimals to which a computed number is rounded, or nil if it is exact.
  fileprivate var decimals: UInt8? {
    switch self {
    case .integer: 0
    case .decimal(let format): format.scale.map { UInt8(clamping: $0) }
    default: nil
    }
  }
}
