/// Types an expression by its form and generates its program. This part compiles conditions.
struct ExpressionCompiler {
  let text: ExpressionText
  let form: Form
  let parameters: [RunParameter]
  var program = ExpressionProgram()
  /// The positions of the fields in the expression.
  var fields: Set<Int> = []
  private var steps = 0

  typealias Node = ExpressionProgram.Node

  init(text: ExpressionText, form: Form, parameters: [RunParameter]) {
    self.text = text
    self.form = form
    self.parameters = parameters
  }

  mutating func compile(_ syntax: ExpressionSyntax) throws(DefinitionError) -> ExpressionProgram {
    program.nodes = try condition(syntax)
    return program
  }

  private mutating func condition(_ syntax: ExpressionSyntax) throws(DefinitionError) -> [Node] {
    switch syntax.content {
    case .all(let parts): return try join(.all, parts)
    case .any(let parts): return try join(.any, parts)
    case .not(let part): return try join(.not, [part])
    case .comparison(let left, let comparison, let right):
      return [try compare(value(left), comparison, right: value(right))]
    case .membership(let subject, let items):
      return try membership(value(subject), items)
    case .blank(let operand):
      return [Node(test: .isBlank(try textSource(operand)))]
    case .matches(let operand, let pattern, let offset):
      return [try matches(value(operand), pattern, at: offset)]
    case .call("distinct", let arguments):
      return [Node(test: .areDistinct(try distinct(arguments, syntax)))]
    default:
      let value = try value(syntax)
      guard value.kind == .boolean, case .terms(let terms) = value.code else {
        throw error("\(name(value)) is not a condition; compare it with a value", at: syntax)
      }
      return [Node(test: .flag(index(of: terms)))]
    }
  }

  /// Counts the steps that short sources can multiply.
  mutating func spend(_ more: Int, at syntax: ExpressionSyntax) throws(DefinitionError) {
    steps += more
    guard steps <= Expression.maximumSteps else {
      throw error("the expression uses more than \(Expression.maximumSteps) values", at: syntax)
    }
  }

  private mutating func join(
    _ test: ExpressionProgram.Test, _ parts: [ExpressionSyntax]
  ) throws(DefinitionError) -> [Node] {
    var nodes: [Node] = []
    for part in parts { nodes += try condition(part) }
    return [Node(test: test, size: nodes.count + 1)] + nodes
  }

  // MARK: Comparisons

  private mutating func compare(
    _ left: TypedExpression, _ comparison: Comparison, right: TypedExpression
  ) throws(DefinitionError) -> Node {
    let (left, right) = (try read(left, as: right), try read(right, as: left))
    try check(left, comparison, right: right)
    switch (left.code, right.code) {
    case (.terms(let a), .terms(let b)):
      if left.constant != nil, right.constant == nil {
        return Node(test: test(right, b, comparison: comparison.reversed, right: left, b: a))
      }
      return Node(test: test(left, a, comparison: comparison, right: right, b: b))
    case (.text(let a), .text(let b)):
      return Node(test: .texts(a, comparison, b))
    default:
      throw error("\(name(left)) and \(name(right)) cannot be compared", at: left.range)
    }
  }

  /// Generates the comparison of two values other than texts in its fastest form.
  private mutating func test(
    _ left: TypedExpression, _ a: [ExpressionProgram.Term], comparison: Comparison,
    right: TypedExpression, b: [ExpressionProgram.Term]
  ) -> ExpressionProgram.Test {
    guard let field = left.field, let constant = right.constant else {
      return .values(index(of: a), comparison, index(of: b))
    }
    if left.type == .integer, case .integer(let integer) = constant {
      return .integer(field: field, comparison, integer)
    }
    return .constant(field: field, comparison, constant)
  }

  private func check(
    _ left: TypedExpression, _ comparison: Comparison, right: TypedExpression
  ) throws(DefinitionError) {
    guard left.kind.isComparable(with: right.kind) else {
      for (a, b) in [(left, right), (right, left)] where a.kind == .text && b.isLiteral {
        throw error(
          "\(name(left)) and \(name(right)) cannot be compared; "
            + "quote the constant if it is text", at: b.range)
      }
      throw error("\(name(left)) and \(name(right)) cannot be compared", at: right.range)
    }
    guard left.kind.isOrdered || comparison == .equal || comparison == .notEqual else {
      throw error("\(name(left)) has no order; compare it with = or !=", at: left.range)
    }
  }

  private mutating func membership(
    _ subject: TypedExpression, _ items: [ExpressionSyntax]
  ) throws(DefinitionError) -> [Node] {
    var nodes: [Node] = []
    var constants: [TypedExpression] = []
    var count = 0
    for item in items {
      for value in try values(item) {
        count += 1
        guard count <= Expression.maximumListCount else {
          throw error("the list has more than \(Expression.maximumListCount) values", at: item)
        }
        try spend(subject.size, at: item)
        let constant = subject.isQuoted ? value : try read(value, as: subject)
        if constant.isLiteral, !subject.isQuoted {
          try check(subject, .equal, right: constant)
          constants.append(constant)
        } else {
          nodes.append(try compare(subject, .equal, right: value))
        }
      }
    }
    if let test = among(subject, constants) { nodes.append(Node(test: test)) }
    return nodes.count == 1 ? nodes : [Node(test: .any, size: nodes.count + 1)] + nodes
  }

  /// A test whether the subject is one of the constants, which have its type.
  private mutating func among(_ subject: TypedExpression, _ constants: [TypedExpression])
    -> ExpressionProgram.Test?
  {
    guard !constants.isEmpty else { return nil }
    switch subject.code {
    case .quoted: return nil
    case .terms(let terms):
      let start = program.values.count
      program.values += constants.compactMap(\.constant).sorted {
        $0.order(to: $1) == .ascending
      }
      return .isAmong(index(of: terms), .init(start: start, end: program.values.count))
    case .text(let source):
      let start = program.words.count
      let words = constants.compactMap { constant -> ExpressionProgram.Slice? in
        if case .text(.constant(let slice)) = constant.code { slice } else { nil }
      }
      let bytes = program.bytes
      program.words += words.sorted {
        bytes[$0.range].lexicographicallyPrecedes(bytes[$1.range])
      }
      return .isTextAmong(source, .init(start: start, end: program.words.count))
    }
  }

  private mutating func matches(
    _ operand: TypedExpression, _ pattern: String, at offset: Int
  ) throws(DefinitionError) -> Node {
    let operand = try read(operand, as: nil)
    guard case .text(let source) = operand.code else {
      throw error("\(name(operand)) is not text; only text can match a pattern", at: operand.range)
    }
    do throws(Pattern.CompileError) {
      program.patterns.append(try Pattern(pattern))
    } catch {
      let before = String(decoding: pattern.utf8.prefix(error.offset), as: UTF8.self)
      throw text.error(
        "invalid pattern: \(error.message)", at: offset + before.unicodeScalars.count)
    }
    return Node(test: .matches(source, pattern: program.patterns.count - 1))
  }
}
