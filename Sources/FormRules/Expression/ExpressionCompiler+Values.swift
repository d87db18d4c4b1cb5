/// Typing of values.
extension ExpressionCompiler {
  mutating func value(_ syntax: ExpressionSyntax) throws(DefinitionError) -> TypedExpression {
    switch syntax.content {
    case .field(let name): return field(try position(name, syntax), syntax)
    case .parameter(let name): return try parameter(name, syntax)
    case .text(let quoted): return typed(.text, .quoted(quoted), syntax: syntax)
    case .literal(let value, let type): return typed(type, constant(value), syntax: syntax)
    case .arithmetic(let first, let rest): return try arithmetic(first, rest, syntax: syntax)
    case .call(let name, let arguments): return try call(name, arguments, syntax: syntax)
    case .fields:
      throw error("a range of fields is allowed only in functions and lists", at: syntax)
    case .comparison, .membership, .blank, .matches, .not, .all, .any:
      throw error("'\(text.excerpt(syntax.range))' is a condition, not a value", at: syntax)
    }
  }

  /// The values of a list item: each field of a range, or the item itself.
  mutating func values(_ item: ExpressionSyntax) throws(DefinitionError) -> [TypedExpression] {
    guard case .fields(let first, let last) = item.content else { return [try value(item)] }
    var values: [TypedExpression] = []
    for index in try positions(first, last, syntax: item) { values.append(field(index, item)) }
    return values
  }

  /// Reads a quoted text by the type of the other operand, and returns other values unchanged.
  /// Constants compared with a binary number are converted to binary once, here.
  mutating func read(_ value: TypedExpression, as other: TypedExpression?) throws(DefinitionError)
    -> TypedExpression
  {
    if other?.type == .number, let exact = value.constant?.exact,
      let binary = Double(exact.description)
    {
      return TypedExpression(range: value.range, type: .number, code: constant(.number(binary)))
    }
    guard case .quoted(let quoted) = value.code else { return value }
    guard let other, other.kind != .text, other.kind != .list, other.kind != .file else {
      guard !quoted.isEmpty else {
        throw error("no text equals an empty text; use 'is blank'", at: value.range)
      }
      let start = program.bytes.count
      program.bytes += quoted.utf8
      return TypedExpression(
        range: value.range, type: .text,
        code: .text(.constant(.init(start: start, end: program.bytes.count))))
    }
    guard let literal = other.type.literal(quoted), literal.value.isPresent else {
      let (excerpt, operand) = (text.excerpt(value.range), name(other))
      throw error(
        other.type.isAmbiguous(quoted)
          ? "'\(excerpt)' is several values in the formats of \(operand); write it in ISO 8601"
          : "'\(excerpt)' is not of the type of \(operand)", at: value.range)
    }
    return TypedExpression(range: value.range, type: other.type, code: constant(literal.value))
  }

  // MARK: Fields

  func position(_ name: String, _ syntax: ExpressionSyntax) throws(DefinitionError) -> Int {
    if let index = form.fieldIndex(name) { return index }
    let location = text.location(of: syntax.range.lowerBound)
    if ExpressionFunction.names.contains(name) {
      throw DefinitionError(
        "unknown field '\(name)'; a function call is written \(name)(…)", .unknownField(name),
        at: location)
    }
    throw .unknown("field", name, known: form.fields.map(\.name), at: location)
  }

  func positions(
    _ first: String, _ last: String, syntax: ExpressionSyntax
  ) throws(DefinitionError) -> ClosedRange<Int> {
    let (start, end) = (try position(first, syntax), try position(last, syntax))
    guard start <= end else {
      throw error("'\(first)' is after '\(last)' in the form", at: syntax)
    }
    return start...end
  }

  mutating func field(_ index: Int, _ syntax: ExpressionSyntax) -> TypedExpression {
    fields.insert(index)
    let type = form.fields[index].type
    return typed(
      type, type == .text ? .text(.field(index)) : .terms([.init(content: .field(index))]),
      syntax: syntax)
  }

  private func parameter(_ name: String, _ syntax: ExpressionSyntax) throws(DefinitionError)
    -> TypedExpression
  {
    guard let index = parameters.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw .unknown(
        "run parameter", name, known: parameters.map(\.name),
        at: text.location(of: syntax.range.lowerBound))
    }
    let type = parameters[index].type
    return typed(
      type, type == .text ? .text(.parameter(index)) : .terms([.init(content: .parameter(index))]),
      syntax: syntax)
  }

  /// The operand of `is blank`.
  mutating func textSource(_ syntax: ExpressionSyntax) throws(DefinitionError)
    -> ExpressionProgram.TextSource
  {
    let value = try value(syntax)
    if let field = value.field { return .field(field) }
    switch value.code {
    case .text(let source): return source
    case .terms(let terms):
      if terms.count == 1, case .parameter(let index) = terms[0].content {
        return .parameter(index)
      }
    case .quoted: break
    }
    throw error("only fields, run parameters and source() can be blank", at: syntax)
  }

  // MARK: Arithmetic

  private mutating func arithmetic(
    _ first: ExpressionSyntax, _ rest: [(ArithmeticOperator, ExpressionSyntax)],
    syntax: ExpressionSyntax
  ) throws(DefinitionError) -> TypedExpression {
    var operands = [try value(first)]
    for (_, part) in rest { operands.append(try value(part)) }
    return try chain(operands, rest.map(\.0), syntax: syntax)
  }

  /// Joins operands from left to right.
  private func chain(
    _ operands: [TypedExpression], _ operations: [ArithmeticOperator], syntax: ExpressionSyntax
  ) throws(DefinitionError) -> TypedExpression {
    var type = operands[0].type
    var terms = try self.terms(operands[0])
    for (operation, operand) in zip(operations, operands.dropFirst()) {
      type = try self.type(type, operation, right: operand, syntax: syntax)
      var more = try self.terms(operand)
      more[0].operation = operation
      terms += more
    }
    if operands.allSatisfy({ $0.constant != nil }),
      let value = try calculated(terms, type, syntax: syntax)
    {
      return typed(type, constant(value), syntax: syntax)
    }
    var size = operands[0].numberSize
    for (operation, operand) in zip(operations, operands.dropFirst()) {
      size.apply(operation, operand.numberSize)
    }
    let head = ExpressionProgram.Term(content: .chain, size: terms.count + 1)
    return try calculated(type, .terms([head] + terms), size: size, syntax: syntax)
  }

  /// A value whose number has a maximum size.
  func calculated(
    _ type: FieldType, _ code: TypedExpression.Code, size: NumberSize, syntax: ExpressionSyntax
  ) throws(DefinitionError) -> TypedExpression {
    guard size.digits <= Expression.maximumDigits else {
      throw error(
        "the numbers of this calculation can have more than \(Expression.maximumDigits) digits",
        at: syntax)
    }
    return TypedExpression(range: syntax.range, type: type, code: code, calculated: size)
  }

  /// Evaluates a chain of constants once, at compile time. Returns nil if the result is a number
  /// but not a decimal of at most 38 digits.
  private func calculated(
    _ terms: [ExpressionProgram.Term], _ type: FieldType, syntax: ExpressionSyntax
  ) throws(DefinitionError) -> Value? {
    var result = Value.missing
    var fraction: Fraction?
    for (index, term) in terms.enumerated() {
      guard case .constant(let value) = term.content, let operand = Fraction(value) else {
        continue
      }
      result = index == 0 ? value : term.operation.apply(result, value)
      fraction = index == 0 ? operand : fraction.flatMap { term.operation.apply($0, operand) }
    }
    if result.isPresent { return result }
    guard fraction != nil else {
      throw error("'\(text.excerpt(syntax.range))' divides by zero", at: syntax)
    }
    guard ValueKind(type) == .number else {
      throw error("'\(text.excerpt(syntax.range))' is not a calendar day", at: syntax)
    }
    return nil
  }

  /// The type of one arithmetic step.
  private func type(
    _ left: FieldType, _ operation: ArithmeticOperator, right: TypedExpression,
    syntax: ExpressionSyntax
  ) throws(DefinitionError) -> FieldType {
    switch (ValueKind(left), operation, right.kind) {
    case (.number, _, .number): return .decimal()
    case (.date, .add, .number), (.date, .subtract, .number): return .date()
    case (.date, .subtract, .date): return .integer
    default:
      throw error(
        "'\(text.excerpt(syntax.range))': this operation is not defined for \(left.name) and "
          + right.type.name, at: right.range)
    }
  }

  private func terms(_ value: TypedExpression) throws(DefinitionError) -> [ExpressionProgram.Term] {
    guard case .terms(let terms) = value.code else {
      throw error("\(name(value)) cannot be used in calculations", at: value.range)
    }
    return terms
  }

  // MARK: Terms and errors

  func constant(_ value: Value) -> TypedExpression.Code {
    .terms([.init(content: .constant(value))])
  }

  func typed(_ type: FieldType, _ code: TypedExpression.Code, syntax: ExpressionSyntax)
    -> TypedExpression
  {
    TypedExpression(range: syntax.range, type: type, code: code)
  }

  /// Adds terms to the program.
  mutating func index(of terms: [ExpressionProgram.Term]) -> ExpressionProgram.TermIndex {
    program.terms += terms
    return program.terms.count - terms.count
  }

  /// A value and its type, for error messages.
  func name(_ value: TypedExpression) -> String {
    "\(text.excerpt(value.range)) (\(value.type.name))"
  }

  func error(_ message: String, at syntax: ExpressionSyntax) -> DefinitionError {
    error(message, at: syntax.range)
  }

  func error(_ message: String, at range: Range<Int>) -> DefinitionError {
    text.error(message, .wrongType, at: range.lowerBound)
  }
}
