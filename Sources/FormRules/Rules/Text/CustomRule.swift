/// Requires what a predicate written in Swift says.
struct CustomRule: Rule {
  static let name = "custom"
  static let documentation = RuleDocumentation(
    "The text satisfies a predicate that the program registered by name.",
    discussion: """
      A program that uses formrec as a library registers predicates, and types that conform to \
      `Requirement`, with `CustomPredicates.register`. `luhn` is always there: two digits or more, of which the last is \
      the check digit of the others (ISO/IEC 7812-1). A name that is not registered is an error when \
      the rule set is bound, so stored versions need their predicates.
      """,
    mainParameter: "name",
    parameters: [
      .text("name", "The name under which it is registered."),
      .other("args", "A mapping of arguments that the predicate understands.", .mapping),
    ],
    codes: [.init("custom.failed", "{label} does not satisfy {name}.")],
    examples: [
      .init("luhn", accepts: ["79927398713", "00"], rejects: ["79927398710", "7", "a0", " 18"])
    ])

  private let name: String
  private let check: CustomCheck
  private let items: ListItems?

  /// The requirement's own code and message, if it has them.
  var code: String? { check.code }
  var message: String? { check.message }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let name = try parameters.text("name") else { throw parameters.error("needs a name") }
    self.name = name
    if let own = parameters.customs[name] {
      check = own
    } else {
      check = try Self.registered(name, parameters)
    }
    if let type = check.type, let field = parameters.field, type.name != field.type.name {
      throw parameters.error(
        "'\(name)' judges values of type \(type.name), but '\(field.name)' is "
          + field.type.name)
    }
    items = check.type.map(\.name) == "list" ? ListItems(parameters) : nil
  }

  private static func registered(
    _ name: String, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> CustomCheck {
    guard let factory = CustomPredicates.factory(named: name) else {
      throw .unknown(
        "predicate", name, known: CustomPredicates.names,
        at: parameters["name"]?.location ?? parameters.location)
    }
    let arguments = try Self.arguments(parameters)
    do throws(CustomPredicates.ArgumentError) {
      return try factory(arguments)
    } catch {
      throw parameters.error(error.message, at: "args")
    }
  }

  private static func arguments(
    _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> [String: String] {
    guard let node = parameters["args"] else { return [:] }
    guard case .mapping(let entries) = node.content else {
      throw parameters.error("args must be a mapping", at: "args")
    }
    var result: [String: String] = [:]
    for entry in entries {
      guard let text = entry.value.scalar else {
        throw parameters.error("'\(entry.key)' in args must be a single value", at: "args")
      }
      result[entry.key] = text
    }
    return result
  }

  var arguments: [MessageArgument] { [MessageArgument("name", name)] }
  var demands: [RuleDemand] { [.predicate(name)] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let passes = items.map { check.passes($0.jsonArray(text, record).span) } ?? check.passes(text)
    return passes ? .passes : .fails("custom.failed")
  }
}
