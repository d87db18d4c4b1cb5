import FormBytes

extension RuleParameters {
  /// Parses a constant by the type of the rule's field.
  ///
  /// - Throws: `DefinitionError` if the text is not of that type. The error shows the text, which
  ///   comes from the definition.
  func literal(_ text: String, at location: DefinitionLocation) throws(DefinitionError) -> Literal {
    let type = field?.type ?? .text
    guard let literal = type.literal(text) else {
      let (kind, name) = (type.name, field?.name ?? "")
      throw DefinitionError(
        type.isAmbiguous(text)
          ? "'\(rule)': '\(text)' is several values in the formats of field \(name); write it in "
            + "ISO 8601"
          : "'\(rule)': '\(text)' is not of the type \(kind) of field \(name)", .wrongType,
        at: location)
    }
    return literal
  }

  /// Returns a list of constants, parsed by the type of the rule's field, or nil if the parameter
  /// is absent. A single constant is a list of one.
  func literals(
    _ parameter: Parameter<[ParameterOperand]?>
  ) throws(DefinitionError) -> [Literal]? {
    guard let node = node(parameter) else { return nil }
    let texts = try String.readList(node, use(of: parameter))
    var locations = Array(repeating: node.location, count: texts.count)
    if case .sequence(let nodes) = node.content { locations = nodes.map(\.location) }
    var literals: [Literal] = []
    for (text, location) in zip(texts, locations) {
      literals.append(try literal(text, at: location))
    }
    return literals
  }

  /// Returns the operand of the rule: the constant in `parameter`, or instead another field or run
  /// parameter, as in `equals: {field: password}`.
  ///
  /// - Throws: `DefinitionError` if the operand is invalid, or if not exactly one of the three is
  ///   present.
  func comparand(
    _ parameter: Parameter<ParameterOperand?>
  ) throws(DefinitionError) -> Operand {
    let name = parameter.name
    let keys = [name, Comparand.field.name, Comparand.parameter.name]
    let alternatives = entries.filter { keys.contains($0.key) }
    guard alternatives.count == 1, let entry = alternatives.first else {
      throw error(
        "requires one of \(name), field and param", .missing(nil), at: alternatives.last?.key)
    }
    if entry.key == name, let operand = try operand(parameter, ofAnyNumber: true) { return operand }
    guard let target = entry.value.scalar else {
      throw error("\(entry.key) must be a name", .wrongType, at: entry.key)
    }
    return try reference(entry.key, target, at: entry)
  }

  /// Returns a parameter that is a constant, `now`, `today`, `{field: name}` or `{param: name}`;
  /// nil if it is absent. For fields of type `datetime` a constant may also be whole seconds since
  /// 1970.
  ///
  /// - Parameter ofAnyNumber: Whether integer fields may be compared with decimal constants.
  func operand(
    _ parameter: Parameter<ParameterOperand?>, ofAnyNumber: Bool = false
  ) throws(DefinitionError) -> Operand? {
    let name = parameter.name
    guard let node = self[name] else { return nil }
    switch node.content {
    case .scalar(let text, _):
      // These words may be quoted: stored rule sets quote all scalars, and no date has this form.
      if field?.type.isDateLike == true {
        if text == "now" { return .now }
        if text == "today" { return .today }
        if case .datetime? = field?.type, !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit),
          let seconds = Int64(text)
        {
          return .constant(Literal(.datetime(Instant(seconds: seconds)), bytes: Array(text.utf8)))
        }
      }
      // An integer never equals 472.5, but the comparison is not an error.
      if ofAnyNumber, case .integer? = field?.type, FieldType.integer.literal(text) == nil,
        let decimal = FieldType.decimal().literal(text)
      {
        return .constant(decimal)
      }
      return .constant(try literal(text, at: node.location))
    case .mapping(let entries):
      guard entries.count == 1, let entry = entries.first, let target = entry.value.scalar else {
        throw error("\(name) must be a value, {field: NAME} or {param: NAME}", .wrongType, at: name)
      }
      return try reference(entry.key, target, at: entry)
    case .sequence:
      throw error("\(name) is a list but must be a single value", .wrongType, at: name)
    }
  }

  /// Checks two bounds.
  ///
  /// - Throws: `DefinitionError` if both are constants and no value can lie between them.
  /// - Parameters:
  ///   - parameter: The parameter at which the error is reported.
  ///   - isStrict: Whether equal bounds are an error, too.
  func checkOrder(
    _ lower: Operand, _ upper: Operand, at parameter: some DeclaredParameter, isStrict: Bool = false
  ) throws(DefinitionError) {
    guard case .constant(let low) = lower, case .constant(let high) = upper else { return }
    let order = low.value.order(to: high.value)
    guard order == .descending || isStrict && order == .equal else { return }
    throw error(
      "no value is between \(String(copying: low.bytes.span)) and "
        + "\(String(copying: high.bytes.span))", .conflict,
      at: parameter)
  }

  /// Returns a constant in the notation of the rule's field, or as written if the notation cannot
  /// express it.
  func shown(_ literal: Literal) -> String {
    (field?.type ?? .text).text(of: literal) ?? String(copying: literal.bytes.span)
  }

  /// Returns the message argument for a number, in the notation of the rule's field.
  func argument(_ name: String, _ number: ExactDecimal) -> MessageArgument {
    argument(name, .constant(Literal(.decimal(number), bytes: Array(number.description.utf8))))
  }

  /// Returns the message arguments for an operand: its text, and its kind, on which the preposition
  /// in the message depends: `now`, `today`, `field`, `param`, `date`, `time`, `moment` or `value`.
  func arguments(_ name: String, _ operand: Operand) -> [MessageArgument] {
    let kind =
      switch operand {
      case .now: "now"
      case .today: "today"
      case .field: "field"
      case .parameter: "param"
      case .constant(let literal):
        switch literal.value {
        case .date: "date"
        case .time: "time"
        case .datetime: "moment"
        default: "value"
        }
      }
    return [argument(name, operand), MessageArgument(name + "Kind", kind)]
  }
}
