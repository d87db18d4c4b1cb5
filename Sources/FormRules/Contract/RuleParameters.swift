import FormBytes

/// The parameters of a rule while a rule set is bound to its form. Every error has its location in
/// the definition file. Every field and run parameter that a rule obtains here is recorded as read
/// by the rule.
package struct RuleParameters: Sendable {
  /// The rule.
  let type: any Rule.Type
  /// The rule's stored name, for errors.
  package var rule: String { type.name }
  /// The parameters as a mapping; a scalar or list is the value of the main parameter.
  package let entries: [DefinitionNode.Entry]
  /// The nested rules; empty for other rules.
  let rules: [RuleEntry]
  /// The location of the rule.
  package let location: SourceLocation
  /// The field that the rule applies to; nil for a record rule.
  package private(set) var field: Field?
  /// The form and the run parameters of the rule set. Private, because rules must obtain single
  /// fields and parameters through methods that record them in `usage`.
  private let form: Form
  private let runParameters: [RunParameter]
  /// The available rules and presets.
  let library: any RuleLibrary.Type
  /// The rule set's own presets.
  let presets: [Preset]
  /// Whether the rule sees the text without leading and trailing blanks.
  private(set) var trims: Bool
  /// The nesting depth of the rule, and the number of nested rules that are still allowed.
  var nesting: RuleNesting
  /// The fields, run parameters and state slots that the rule has obtained.
  private let usage: RuleUsage
  /// The requirements of the entry, for `custom`.
  let customs: [String: CustomCheck]
  /// Whether the rule has no parameters.
  package var isEmpty: Bool { entries.isEmpty }

  init(
    _ entry: RuleEntry, of type: any Rule.Type, field: Field?, form: Form,
    runParameters: [RunParameter], library: any RuleLibrary.Type, presets: [Preset] = [],
    trims: Bool = false, nesting: RuleNesting = RuleNesting(), usage: RuleUsage = RuleUsage()
  ) throws(DefinitionError) {
    let (rule, documentation) = (type.name, type.documentation)
    self.type = type
    location = entry.location
    self.field = field
    self.form = form
    self.runParameters = runParameters
    self.library = library
    self.presets = presets
    self.trims = trims || entry.trim == true || field?.trim == true
    self.nesting = nesting
    self.usage = usage
    customs = entry.customs
    let node = entry.parameters
    if documentation.consistsOfRules {
      entries = []
      rules =
        try entry.rules.isEmpty
        ? node.map { node throws(DefinitionError) in try library.rules(node, inside: type) } ?? []
        : entry.rules
      try checkType(documentation.types)
      return
    }
    rules = []
    switch node?.content {
    case nil: entries = []
    case .scalar where node?.isNull == true && documentation.mainParameter == nil: entries = []
    case .mapping(let mapping):
      let main = documentation.mainParameter ?? RuleEntry.mainParameter
      if main != RuleEntry.mainParameter, let second = mapping.first(where: { $0.key == main }),
        mapping.contains(where: { $0.key == RuleEntry.mainParameter })
      {
        throw DefinitionError(
          "'\(rule)': its value already sets \(main); keep one", .duplicate(main),
          at: second.keyLocation)
      }
      entries = mapping.map { entry in
        entry.key == RuleEntry.mainParameter
          ? .init(main, at: entry.keyLocation, entry.value) : entry
      }
    case .scalar, .sequence:
      guard let main = documentation.mainParameter, let node else {
        throw DefinitionError(
          "'\(rule)' does not support a single value; its parameters are: "
            + (documentation.parameters.isEmpty
              ? "none" : documentation.parameters.map(\.name).joined(separator: ", ")),
          .wrongType, at: node?.location ?? location)
      }
      entries = [.init(main, at: node.location, node)]
    }
    let known = documentation.parameters.map(\.name)
    if !documentation.acceptsMoreParameters { try check(entries, known: known, of: rule) }
    try checkType(documentation.types)
  }

  /// Throws if an entry is not a known parameter.
  func check(
    _ entries: [DefinitionNode.Entry], known: [String], of rule: String
  ) throws(DefinitionError) {
    for entry in entries where !known.contains(entry.key) {
      // A key next to the rule's name may be a misspelled modifier.
      let meant = RuleEntry.modifierKeys.nearest(to: entry.key) == nil ? [] : RuleEntry.modifierKeys
      if known.isEmpty, meant.isEmpty {
        throw DefinitionError(
          "'\(rule)' has no parameters; remove '\(entry.key)'", .unknownKey(entry.key),
          at: entry.keyLocation)
      }
      throw .unknown(
        "parameter of '\(rule)':", entry.key, known: known + meant, at: entry.keyLocation)
    }
  }

  /// Throws if the type of the field is not in the list; an empty list allows all types.
  func checkType(_ types: [String]) throws(DefinitionError) {
    if let field, !types.isEmpty, !types.contains(field.type.name) {
      throw error(
        "applies to fields of type \(types.joined(separator: ", ")), but '\(field.name)' is "
          + field.type.name, .wrongType)
    }
  }

  /// The node of a parameter; nil if it is absent.
  package subscript(_ name: String) -> DefinitionNode? {
    entries.first { $0.key == name }?.value
  }

  /// Returns an error at a parameter, or at the rule.
  package func error(
    _ message: String, _ cause: DefinitionError.Cause = .invalidValue, at name: String? = nil
  ) -> DefinitionError {
    DefinitionError(
      "'\(rule)': \(message)", cause, at: name.flatMap { self[$0]?.location } ?? location)
  }
}

extension RuleParameters {
  /// Parses a constant by the type of the rule's field.
  ///
  /// - Throws: `DefinitionError` if the text is not of that type; the error shows the text, which
  ///   comes from the definition.
  func literal(_ text: String, at location: SourceLocation) throws(DefinitionError) -> Literal {
    let type = field?.type ?? .text
    guard let literal = type.literal(text) else {
      throw DefinitionError(
        "'\(rule)': '\(text)' is not of the type \(type.name) of field \(field?.name ?? "")",
        .wrongType, at: location)
    }
    return literal
  }

  /// Parses a constant by the type of a field of the form.
  func literal(
    _ text: String, ofField index: Int, at location: SourceLocation
  ) throws(DefinitionError) -> Literal {
    var parameters = self
    parameters.field = form.fields[index]
    return try parameters.literal(text, at: location)
  }

  /// Returns a list of constants, parsed by the type of the rule's field; a single one is a list of
  /// one. Nil if the parameter is absent.
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
    let found = entries.filter { keys.contains($0.key) }
    guard found.count == 1, let entry = found.first else {
      throw error("requires one of \(name), field and param", .missing(nil), at: found.last?.key)
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
          return .constant(
            Literal(.datetime(Instant(seconds: seconds)), bytes: Array(text.utf8)))
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

  /// Returns the operand of `{field: NAME}` or `{param: NAME}`, whose type must be comparable with
  /// the type of the rule's field.
  func reference(
    _ kind: String, _ target: String, at entry: DefinitionNode.Entry
  ) throws(DefinitionError) -> Operand {
    switch kind {
    case "field":
      let index = try fieldIndex(target, at: entry.value.location)
      try checkComparable(form.fields[index].type, target, at: entry.value.location)
      return .field(index)
    case "param":
      guard let index = runParameters.firstIndex(where: { $0.name == target }) else {
        throw .unknown(
          "run parameter", target, known: runParameters.map(\.name), at: entry.value.location)
      }
      try checkComparable(runParameters[index].type, target, at: entry.value.location)
      usage.addParameter(index)
      return .parameter(index)
    default:
      throw .unknown("reference", kind, known: ["field", "param"], at: entry.keyLocation)
    }
  }

  private func checkComparable(
    _ type: FieldType, _ name: String, at location: SourceLocation
  ) throws(DefinitionError) {
    guard let field, !type.isComparable(with: field.type) else { return }
    throw DefinitionError(
      "'\(rule)': '\(name)' is \(type.name), which cannot be compared with '\(field.name)', "
        + "which is \(field.type.name)", .wrongType, at: location)
  }

  /// Throws if both bounds are constants and no value can lie between them.
  ///
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

  /// Returns the position of a field of the form.
  func fieldIndex(_ name: String, at location: SourceLocation) throws(DefinitionError) -> Int {
    guard let index = form.fieldIndex(name) else {
      throw .unknown("field", name, known: form.fields.map(\.name), at: location)
    }
    usage.addField(index)
    return index
  }

  /// Returns the positions of fields of the form that are compared together.
  ///
  /// - Throws: If a field is unknown or listed twice.
  func fieldIndices(
    _ parameter: Parameter<[String]?>
  ) throws(DefinitionError) -> [Int] {
    var fields: [Int] = []
    for name in try self[parameter] ?? [] {
      let field = try fieldIndex(name, at: location(of: parameter))
      if fields.contains(field) {
        throw error("field '\(name)' is listed twice", at: parameter)
      }
      fields.append(field)
    }
    return fields
  }

  /// Throws if the type of a field of the form is not in the list.
  func checkType(ofField index: Int, _ types: [String]) throws(DefinitionError) {
    var parameters = self
    parameters.field = form.fields[index]
    try parameters.checkType(types)
  }

  /// The position of the field that the rule applies to; nil for a record rule.
  var ownFieldIndex: Int? {
    guard let field, let index = form.fieldIndex(field.name) else { return nil }
    usage.addField(index)
    return index
  }

  /// Parses a condition over the fields of the record.
  func condition(
    _ source: String, at location: SourceLocation
  ) throws(DefinitionError) -> Expression {
    let condition = try Expression(source, at: location, form: form, parameters: runParameters)
    for field in condition.fields { usage.addField(field) }
    return condition
  }

  /// The form's lists of values.
  var lists: [ValueList] { form.lists }

  /// Reserves a slot for the rule's state in a run.
  func reserveStateSlot() -> StateSlot { usage.reserveStateSlot() }

  /// Returns the parameters for rules that evaluate the single items of a list; each item is a text.
  func forItems() -> RuleParameters {
    var parameters = self
    parameters.field?.type = .text
    parameters.trims = false
    return parameters
  }

  /// Returns the parameters of a nested rule; what that rule obtains counts as obtained by this
  /// one.
  func inside(
    _ entry: RuleEntry, _ type: any Rule.Type
  ) throws(DefinitionError) -> RuleParameters {
    try RuleParameters(
      entry, of: type, field: field, form: form, runParameters: runParameters, library: library,
      presets: presets, trims: trims, nesting: nesting, usage: usage)
  }

  /// Returns the message argument for fields of the form.
  func argument(_ name: String, fields: [Int]) -> MessageArgument {
    MessageArgument(name, fields: fields.map { form.fields[$0] })
  }

  /// Returns a constant in the notation of the rule's field.
  func shown(_ literal: Literal) -> String { (field?.type ?? .text).text(of: literal) }

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

  /// Returns the message argument for an operand.
  func argument(_ name: String, _ operand: Operand) -> MessageArgument {
    switch operand {
    case .constant(let literal): MessageArgument(name, shown(literal))
    case .field(let index): MessageArgument(name, .other(form.fields[index]))
    case .now: MessageArgument(name, term: "now")
    case .today: MessageArgument(name, term: "today")
    case .parameter(let index): MessageArgument(name, runParameters[index].name)
    }
  }
}
