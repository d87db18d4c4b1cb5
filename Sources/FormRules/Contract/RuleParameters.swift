/// What the rules of a rule set may refer to while they are bound.
package struct RuleContext: Sendable {
  let form: Form
  let runParameters: [RunParameter]
  /// The rule set's own presets.
  let presets: [Preset]
  /// The available rules and presets.
  let library: any RuleLibrary.Type

  package init(_ form: Form, _ ruleSet: RuleSet, library: any RuleLibrary.Type) {
    self.form = form
    runParameters = ruleSet.parameters
    presets = ruleSet.presets
    self.library = library
  }
}

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
  package let location: DefinitionLocation
  /// The field that the rule applies to; nil for a record rule.
  package private(set) var field: Field?
  /// The form, the run parameters and others. Private, because rules must obtain single fields and
  /// parameters through methods that record them in `usage`.
  private let context: RuleContext
  /// Whether the rule sees the text without leading and trailing blanks.
  private(set) var trims: Bool
  /// The nesting depth of the rule, and the number of nested rules that are still allowed.
  var nesting = RuleNesting()
  /// The fields, run parameters and states that the rule has obtained.
  private let usage: RuleUsage
  /// The requirements of the entry, for `custom`.
  let customs: [String: CustomCheck]

  package init(
    _ entry: RuleEntry, of type: any Rule.Type, field: Field?, in context: RuleContext,
    usage: RuleUsage = RuleUsage()
  ) throws(DefinitionError) {
    self.type = type
    location = entry.location
    self.field = field
    self.context = context
    trims = entry.trim == true || field?.trim == true
    self.usage = usage
    customs = entry.customs
    if entry.isNestedTooDeep || entry.parameters?.isNestedTooDeep == true {
      throw .nestedTooDeep(type.name, at: entry.location)
    }
    let documentation = type.documentation
    if documentation.consistsOfRules {
      entries = []
      rules = try Self.rules(of: entry, type, context.library)
    } else {
      entries = try Self.entries(of: entry.parameters, type)
      rules = []
      if !documentation.acceptsMoreParameters {
        try check(entries, known: documentation.parameters.map(\.name), of: type.name)
      }
    }
    try checkType(documentation.types)
  }

  /// The nested rules of an entry, read from its parameters if necessary.
  private static func rules(
    of entry: RuleEntry, _ type: any Rule.Type, _ library: any RuleLibrary.Type
  ) throws(DefinitionError) -> [RuleEntry] {
    guard entry.rules.isEmpty, let parameters = entry.parameters else { return entry.rules }
    return try library.rules(parameters, inside: type)
  }

  /// The parameters as a mapping, in which the main parameter has its name.
  private static func entries(
    of node: DefinitionNode?, _ type: any Rule.Type
  ) throws(DefinitionError) -> [DefinitionNode.Entry] {
    let documentation = type.documentation
    guard let node, !node.isNull || documentation.mainParameter != nil else { return [] }
    guard case .mapping(var entries) = node.content else {
      guard let main = documentation.mainParameter else {
        let names = documentation.parameters.map(\.name).joined(separator: ", ")
        throw DefinitionError(
          "'\(type.name)' does not support a single value; its parameters are: "
            + (names.isEmpty ? "none" : names), .wrongType, at: node.location)
      }
      return [.init(main, at: node.location, node)]
    }
    guard let main = documentation.mainParameter,
      let unnamed = entries.firstIndex(where: { $0.key == RuleEntry.mainParameter })
    else { return entries }
    if let named = entries.first(where: { $0.key == main }) {
      throw DefinitionError(
        "'\(type.name)': its value already sets \(main); keep one", .duplicate(main),
        at: named.keyLocation)
    }
    entries[unnamed].key = main
    return entries
  }

  /// - Throws: `DefinitionError` if an entry is not a known parameter.
  func check(
    _ entries: [DefinitionNode.Entry], known: [String], of rule: String
  ) throws(DefinitionError) {
    for entry in entries where !known.contains(entry.key) {
      if RuleEntry.modifierKeys.contains(entry.key) {
        throw DefinitionError(
          "'\(entry.key)' is a modifier: write it beside '\(rule)'", .unknownKey(entry.key),
          at: entry.keyLocation)
      }
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

  /// - Throws: `DefinitionError` if the type of the field is not in the list. An empty list allows
  ///   all types.
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
  private var form: Form { context.form }
  private var runParameters: [RunParameter] { context.runParameters }
  /// The available rules and presets.
  var library: any RuleLibrary.Type { context.library }
  /// The rule set's own presets.
  var presets: [Preset] { context.presets }

  /// Returns the position of a field of the form.
  func fieldIndex(_ name: String, at location: DefinitionLocation) throws(DefinitionError) -> Int {
    guard let index = form.fieldIndex(name) else {
      throw .unknown("field", name, known: form.fields.map(\.name), at: location)
    }
    usage.addField(index)
    return index
  }

  /// Returns the positions of fields of the form that are compared together.
  ///
  /// - Throws: `DefinitionError` if a field is unknown or listed twice.
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

  /// - Throws: `DefinitionError` if the type of a field of the form is not in the list.
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
    _ source: String, at location: DefinitionLocation
  ) throws(DefinitionError) -> Expression {
    let condition = try Expression(source, at: location, form: form, parameters: runParameters)
    for field in condition.fields { usage.addField(field) }
    return condition
  }

  /// The form's lists of values.
  var lists: [ValueList] { form.lists }

  /// Reserves a state of the rule in a run.
  func reserveStateIndex() -> StateIndex { usage.reserveStateIndex() }

  /// Returns the parameters for rules that evaluate the single items of a list; each item is a
  /// text.
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
    var inner = try RuleParameters(entry, of: type, field: field, in: context, usage: usage)
    inner.trims = inner.trims || trims
    inner.nesting = nesting
    return inner
  }

  /// Parses a constant by the type of a field of the form.
  func literal(
    _ text: String, ofField index: Int, at location: DefinitionLocation
  ) throws(DefinitionError) -> Literal {
    var parameters = self
    parameters.field = form.fields[index]
    return try parameters.literal(text, at: location)
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
    _ type: FieldType, _ name: String, at location: DefinitionLocation
  ) throws(DefinitionError) {
    guard let field, !type.isComparable(with: field.type) else { return }
    throw DefinitionError(
      "'\(rule)': '\(name)' is \(type.name), which cannot be compared with '\(field.name)', "
        + "which is \(field.type.name)", .wrongType, at: location)
  }

  /// Returns the message argument for fields of the form.
  func argument(_ name: String, fields: [Int]) -> MessageArgument {
    MessageArgument(name, fields: fields.map { form.fields[$0] })
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
