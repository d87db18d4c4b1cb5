/// Requires that a predicate written in Swift accepts the value.
struct CustomRule: Rule {
  static let name = "custom"
  static let predicateName = Parameter<String?>("name", "The registered name of the predicate.")
  static let args = Parameter<[String: String]?>(
    "args", "A mapping with the arguments of the predicate.")

  static let documentation = RuleDocumentation(
    "The text satisfies a predicate that the program registered under a name.",
    discussion: """
      A program that uses formrec as a library registers predicates, and types that conform to \
      `Requirement`, with `CustomPredicates.register`. `luhn` is built in: two digits or more, the \
      last of which is the check digit of the others (ISO/IEC 7812-1). A name that is not \
      registered is an error when the rule set is bound to its form, so stored versions need their \
      predicates.
      """,
    mainParameter: "name",
    parameters: [predicateName, args],
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
    guard let name = try parameters[Self.predicateName] else {
      throw parameters.error("needs a name", .missing(nil))
    }
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
        at: parameters.place(of: Self.predicateName))
    }
    let arguments = try parameters[Self.args] ?? [:]
    do throws(CustomPredicates.ArgumentError) {
      return try factory(arguments)
    } catch {
      throw parameters.error(error.message, at: Self.args)
    }
  }

  var arguments: [MessageArgument] { [MessageArgument("name", name)] }
  var demands: [RuleDemand] { [.predicate(name)] }

  func complete(_ entry: inout RuleEntry) {
    entry.code = entry.code ?? code
    entry.message = entry.message ?? message
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let passes = items.map { check.passes($0.jsonArray(text, record).span) } ?? check.passes(text)
    return passes ? .passes : .fails("custom.failed")
  }
}

extension RuleEntry {
  /// The entry carries the requirement. Only `custom` and the code are stored, so a program that
  /// reads the rules back must register the requirement.
  public static func custom(_ requirement: some Requirement) -> RuleEntry {
    var entry = RuleEntry("custom", .text(requirement.code))
    entry.customs = [requirement.code: CustomCheck(requirement)]
    return entry
  }

  /// The value satisfies a closure.
  ///
  /// - Parameters:
  ///   - code: the stable identifier of the failure.
  ///   - message: the message, in which `{label}` is replaced with the label of the field.
  ///   - check: returns whether the value is valid.
  public static func custom<Value: FormValue>(
    _ code: String, _ message: String, _ check: @escaping @Sendable (Value) -> Bool
  ) -> RuleEntry {
    custom(ClosureRequirement(code: code, message: message, closure: check))
  }

  /// The value satisfies the predicate that is registered under a name; see `CustomPredicates`.
  ///
  /// - Parameters:
  ///   - name: the name of the predicate.
  ///   - args: the arguments of the predicate.
  public static func custom(_ name: String, args: [String: String]? = nil) -> RuleEntry {
    RuleEntry(
      CustomRule.self, CustomRule.predicateName(name), CustomRule.args(args))
  }
}

/// A requirement that calls a closure.
private struct ClosureRequirement<Value: FormValue>: Requirement {
  let code, message: String
  let closure: @Sendable (Value) -> Bool

  func check(_ value: Value) -> Bool { closure(value) }
}
