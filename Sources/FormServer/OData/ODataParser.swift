#if Server
import FormRules
import HTTPTypes

/// Parses `$filter` and `$orderby`.
struct ODataParser {
  private enum Token: Equatable {
    case word(String)
    case string(String)
    case open, close, comma
  }

  /// The query option, for errors.
  private let option: String
  private let model: ODataModel
  private let tokens: [Token]
  private var position = 0
  private var depth = 0
  private static let maximumDepth = 100
  private static let maximumTokens = 5_000
  /// The other functions of OData 4.01 (URL Conventions, 5.1.1).
  private static let unsupportedFunctions: Set<String> = [
    "concat", "indexof", "length", "substring", "hassubset", "hassubsequence", "matchesPattern",
    "trim", "date", "day", "fractionalseconds", "hour", "maxdatetime", "mindatetime", "minute",
    "month", "now", "second", "time", "totaloffsetminutes", "totalseconds", "year", "ceiling",
    "floor", "round", "cast", "isof", "geo.distance", "geo.intersects", "geo.length", "case",
  ]

  private init(_ text: String, of option: String, model: ODataModel) throws(Problem) {
    self.option = option
    self.model = model
    tokens = try Self.tokens(text, of: option)
  }

  /// Parses the condition of `$filter`.
  ///
  /// - Throws: A problem with status 400 for a syntax error, 403 if the condition names a masked
  ///   property, and 501 for a function of OData that is not supported.
  static func condition(_ text: String, _ model: ODataModel) throws(Problem) -> ODataCondition {
    var parser = try ODataParser(text, of: "$filter", model: model)
    let condition = try parser.alternatives()
    guard parser.position == parser.tokens.count else {
      throw parser.problem("unexpected text after the end of the condition")
    }
    return condition
  }

  /// Parses `$orderby`.
  static func order(
    _ text: String, _ model: ODataModel
  ) throws(Problem) -> [(operand: ODataOperand, descends: Bool)] {
    var parser = try ODataParser(text, of: "$orderby", model: model)
    var order: [(operand: ODataOperand, descends: Bool)] = []
    repeat {
      let operand = try parser.operand()
      let descends = parser.skip(.word("desc"))
      if !descends { _ = parser.skip(.word("asc")) }
      order.append((operand, descends))
    } while parser.skip(.comma)
    guard parser.position == parser.tokens.count else {
      throw parser.problem(
        "a list of properties is required, each optionally followed by asc or desc")
    }
    return order
  }

  private func problem(_ text: String) -> Problem {
    Problem(.badRequest, "\(option): \(text)")
  }

  // MARK: Conditions

  private mutating func alternatives() throws(Problem) -> ODataCondition {
    var condition = try conjunction()
    while skip(.word("or")) { condition = .or(condition, try conjunction()) }
    return condition
  }

  private mutating func conjunction() throws(Problem) -> ODataCondition {
    var condition = try comparison()
    while skip(.word("and")) { condition = .and(condition, try comparison()) }
    return condition
  }

  private mutating func comparison() throws(Problem) -> ODataCondition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw problem("nested too deeply")
    }
    if skip(.word("not")) { return .not(try comparison()) }
    if skip(.open) {
      let condition = try alternatives()
      try require(.close, "')'")
      return condition
    }
    if case .word(let name) = next, tokens.indices.contains(position + 1),
      tokens[position + 1] == .open, let function = ODataCondition.TextFunction(rawValue: name)
    {
      position += 2
      let text = try textOperand()
      try require(.comma, "','")
      let part = try textOperand()
      try require(.close, "')'")
      // A function may be compared with a constant: contains(name,'x') eq true.
      return try compared(.text(function, text, part))
    }
    let left = try operand()
    if skip(.word("in")) { return .isIn(left, try list(comparableWith: left)) }
    guard case .word(let name) = next, let comparison = ODataCondition.comparisons[name] else {
      guard left.type == .boolean else {
        throw problem("a comparison such as 'eq' is missing")
      }
      return .value(left)
    }
    position += 1
    let right = try operand()
    try requireComparable(left, right)
    return .compare(left, comparison, right)
  }

  /// A condition that is compared with true or false.
  private mutating func compared(_ condition: ODataCondition) throws(Problem) -> ODataCondition {
    let isEqual = skip(.word("eq"))
    guard isEqual || skip(.word("ne")) else { return condition }
    let isTrue = skip(.word("true"))
    guard isTrue || skip(.word("false")) else {
      throw problem("a function can only be compared with true or false")
    }
    return isTrue == isEqual ? condition : .not(condition)
  }

  private mutating func list(
    comparableWith left: ODataOperand
  ) throws(Problem) -> [ODataOperand] {
    try require(.open, "'('")
    var values: [ODataOperand] = []
    repeat {
      let value = try operand()
      try requireComparable(left, value)
      values.append(value)
    } while skip(.comma)
    try require(.close, "')'")
    return values
  }

  private func requireComparable(
    _ left: ODataOperand, _ right: ODataOperand
  ) throws(Problem) {
    guard let one = left.type, let other = right.type else { return }
    guard one.isComparable(with: other) else {
      throw problem("values of different types are compared")
    }
  }

  // MARK: Operands

  private mutating func textOperand() throws(Problem) -> ODataOperand {
    let operand = try operand()
    guard operand.type == .string || operand.type == nil else {
      throw problem("a function requires a text value")
    }
    return operand
  }

  private mutating func operand() throws(Problem) -> ODataOperand {
    guard let token = next else { throw problem("a value is missing at the end") }
    position += 1
    switch token {
    case .string(let text): return .literal(Literal(text: text), .string)
    case .word(let name) where next == .open:
      guard name == "tolower" || name == "toupper" else {
        guard Self.unsupportedFunctions.contains(name) else {
          throw problem("there is no function '\(name.prefix(40))'")
        }
        throw Problem(.notImplemented, "\(option): the function '\(name)' is not supported")
      }
      position += 1
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else {
        throw problem("nested too deeply")
      }
      let text = try textOperand()
      try require(.close, "')'")
      return name == "tolower" ? .lower(text) : .upper(text)
    case .word(let name):
      if let property = model.property(name) {
        guard !property.isMasked else {
          throw Problem(
            .forbidden,
            "\(option): '\(name)' is masked; its use requires the role correct and raw=true"
          )
        }
        return .property(property)
      }
      if let (literal, type) = Self.literal(name) { return .literal(literal, type) }
      throw problem("'\(name.prefix(40))' is neither a property nor a value")
    case .open, .close, .comma:
      throw problem("a property or value is missing")
    }
  }

  /// The words that are constants of OData, or the operator that may precede a value. Every other
  /// operator follows a value, so that a property can have its name.
  static let reservedWords: Set<String> = ["null", "true", "false", "INF", "NaN", "not"]

  /// The constant with this notation; nil if there is none.
  private static func literal(_ word: String) -> (value: Literal?, type: ODataType?)? {
    switch word {
    case "null": return (nil as Literal?, nil as ODataType?)
    case "true", "false": return (Literal(.boolean(word == "true"), bytes: []), .boolean)
    default: break
    }
    let kinds: [(FieldType, ODataType)] = [
      (.integer, .int64), (.decimal(), .decimal(scale: nil)), (.number, .double),
      (.date(), .date), (.datetime(), .dateTimeOffset), (.time(), .timeOfDay),
    ]
    for (type, odata) in kinds {
      if let literal = type.literal(word) { return (literal, odata) }
    }
    return nil
  }

  // MARK: Tokens

  private var next: Token? { position < tokens.count ? tokens[position] : nil }

  private mutating func skip(_ token: Token) -> Bool {
    guard next == token else { return false }
    position += 1
    return true
  }

  private mutating func require(_ token: Token, _ words: String) throws(Problem) {
    guard skip(token) else { throw problem("\(words) is missing") }
  }

  private static func tokens(
    _ text: String, of option: String
  ) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      guard tokens.count < maximumTokens else {
        throw Problem(.badRequest, "\(option): too long")
      }
      switch scalar {
      case " ", "\t": rest.removeFirst()
      case "(", ")", ",":
        rest.removeFirst()
        tokens.append(scalar == "(" ? .open : scalar == ")" ? .close : .comma)
      case "'":
        rest.removeFirst()
        var value = String.UnicodeScalarView()
        while true {
          guard let next = rest.popFirst() else {
            throw Problem(.badRequest, "\(option): a text has no closing apostrophe")
          }
          if next == "'", rest.first != "'" { break }
          if next == "'" { rest.removeFirst() }
          value.append(next)
        }
        tokens.append(.string(String(value)))
      default:
        let word = rest.prefix { !" \t(),'".unicodeScalars.contains($0) }
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      }
    }
    return tokens
  }
}
#endif
