/// The functions of expressions, by name.
enum ExpressionFunction {
  static let names = [
    "count", "distinct", "length", "max", "min", "now", "source", "sum", "today",
  ]
}

extension ExpressionCompiler {
  mutating func call(
    _ name: String, _ arguments: [ExpressionSyntax], syntax: ExpressionSyntax
  ) throws(DefinitionError) -> TypedExpression {
    let content: ExpressionProgram.TermContent
    var type = FieldType.integer
    switch name {
    case "today", "now", "source":
      guard arguments.isEmpty else { throw error("\(name)() has no arguments", at: syntax) }
      if name == "source" { return typed(.text, .text(.source), syntax: syntax) }
      type = name == "now" ? .datetime() : .date()
      content = name == "now" ? .now : .today
    case "length":
      guard arguments.count == 1 else { throw error("length requires one text", at: syntax) }
      let operand = try read(value(arguments[0]), as: nil)
      guard case .text(let source) = operand.code else {
        throw error("\(self.name(operand)) is not text; length requires text", at: operand.range)
      }
      content = .length(source)
    case "count": content = .count(slice(try fields(name, arguments, syntax: syntax)))
    case "sum":
      let fields = try fields(name, arguments, syntax: syntax)
      try require(name, fields, what: "numbers", syntax: syntax) { ValueKind($0) == .number }
      return try calculated(
        .decimal(), .terms([.init(content: .sum(slice(fields)))]),
        size: NumberSize(sumOf: fields.map { form.fields[$0].type }), syntax: syntax)
    case "min", "max":
      let fields = try fields(name, arguments, syntax: syntax)
      type = form.fields[fields[0]].type
      let kind = ValueKind(type)
      try require(name, fields, what: "numbers, dates or times of the same type", syntax: syntax) {
        ValueKind($0) == kind && kind.isOrdered && kind != .text
      }
      if kind == .number, fields.contains(where: { form.fields[$0].type != type }) {
        type = .decimal()
      }
      content = name == "min" ? .least(slice(fields)) : .greatest(slice(fields))
    case "distinct": throw error("distinct(…) is a condition, not a value", at: syntax)
    default:
      throw .unknown(
        "function", name, known: ExpressionFunction.names,
        at: text.location(of: syntax.range.lowerBound))
    }
    return typed(type, .terms([.init(content: content)]), syntax: syntax)
  }

  mutating func distinct(
    _ arguments: [ExpressionSyntax], _ syntax: ExpressionSyntax
  ) throws(DefinitionError) -> ExpressionProgram.Slice {
    let fields = try fields("distinct", arguments, syntax: syntax)
    try spend(fields.count * fields.count / 2, at: syntax)
    let kind = ValueKind(form.fields[fields[0]].type)
    try require("distinct", fields, what: "fields of the same type", syntax: syntax) {
      ValueKind($0) == kind && kind != .list && kind != .file
    }
    return slice(fields)
  }

  /// The fields given as arguments to a function, at least one.
  private mutating func fields(
    _ function: String, _ arguments: [ExpressionSyntax], syntax: ExpressionSyntax
  ) throws(DefinitionError) -> [Int] {
    var positions: [Int] = []
    for argument in arguments {
      switch argument.content {
      case .field(let name):
        try spend(1, at: argument)
        positions.append(try position(name, argument))
      case .fields(let first, let last):
        let range = try self.positions(first, last, syntax: argument)
        try spend(range.count, at: argument)
        positions += range
      default: throw error("\(function) requires fields or ranges of fields", at: argument)
      }
    }
    guard !positions.isEmpty else {
      throw error("\(function) requires fields or ranges of fields", at: syntax)
    }
    fields.formUnion(positions)
    return positions
  }

  private func require(
    _ function: String, _ fields: [Int], what: String, syntax: ExpressionSyntax,
    isRight: (FieldType) -> Bool
  ) throws(DefinitionError) {
    for field in fields where !isRight(form.fields[field].type) {
      let field = form.fields[field]
      throw error(
        "\(function) requires \(what); \(field.name) is of the type \(field.type.name)", at: syntax)
    }
  }

  /// Adds positions of fields to the program.
  private mutating func slice(_ fields: [Int]) -> ExpressionProgram.Slice {
    program.fields += fields
    return .init(start: program.fields.count - fields.count, end: program.fields.count)
  }
}
