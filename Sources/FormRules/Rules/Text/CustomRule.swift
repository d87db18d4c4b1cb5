/// Requires that a predicate written in Swift accepts the value.
struct CustomRule: Rule {
  static let name = "custom"
  static let predicateName = Parameter<String?>(
    "name", effect: .unknown, "The registered name of the predicate.")
  static let args = Parameter<[String: String]?>(
    "args", effect: .unknown, "A mapping with the arguments of the predicate.")

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
    codes: [
      .init("custom.failed", "{label} does not satisfy {name}."),
      .init(
        "custom.unavailable", "{label} could not be checked: {name} did not answer.",
        isUnanswered: true),
    ],
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
      throw parameters.error("requires a name", .missing(nil))
    }
    self.name = name
    if let check = parameters.customs[name] {
      self.check = check
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
        at: parameters.location(of: Self.predicateName))
    }
    let arguments = try parameters[Self.args] ?? [:]
    do throws(CustomPredicates.ArgumentError) {
      return try factory(arguments)
    } catch {
      throw parameters.error(error.message, at: Self.args)
    }
  }

  var arguments: [MessageArgument] { [MessageArgument("name", name)] }
  var externalInputs: [ExternalInput] { [.predicate(name)] + (check.isAsync ? [.service] : []) }
  var causes: [RuleCause] {
    Self.documentation.causes.filter { check.isAsync || !$0.isUnanswered }
  }

  func complete(_ entry: inout RuleEntry) {
    entry.code = entry.code ?? code
    entry.message = entry.message ?? message
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    items.map { result($0.jsonArray(text, record).span, record) } ?? result(text, record)
  }

  private func result(_ text: Span<UInt8>, _ record: borrowing RecordContext) -> RuleResult {
    switch check.kind {
    case .predicate(let passes): return passes(text) ? .passes : .fails("custom.failed")
    case .failures(let failures):
      let failures = failures(text)
      if failures.isEmpty { return .passes }
      // A single failure without details needs no argument.
      if failures == [RequirementFailure(check.message ?? "")], failures[0].underlyingError == nil {
        return .fails("custom.failed")
      }
      return .fails("custom.failed", [MessageArgument("failures", .failures(failures))])
    case .answer(let answer): return self.result(from: answer, String(copying: text), record)
    }
  }

  private func result(
    from answer: @escaping @Sendable (String) async throws -> Bool, _ text: String,
    _ record: borrowing RecordContext
  ) -> RuleResult {
    let unanswered = RuleResult.undecided(.unavailable(Failure("custom.unavailable")))
    guard let services = record.run.services else { return unanswered }
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    hasher.combine(Array(name.utf8).span)
    hasher.combine(Array(text.utf8).span)
    // Rules with the same code may have different closures.
    hasher.combine(UInt64(bitPattern: Int64(record.run.rule)))
    let outcome = services.outcome(
      of: hasher.finalize(), record: record.record, rule: record.run.rule
    ) {
      ServiceRequest(code: name) { try await answer(text) }
    }
    return outcome.result(refused: "custom.failed", unanswered: unanswered)
  }
}

extension DeclaredRule {
  /// The value satisfies a requirement. Only `custom` and the code are stored, so a program that
  /// reads the stored rules must register the requirement.
  public static func custom(_ requirement: some Requirement) -> Self {
    var entry = RuleEntry(CustomRule.name, .text(requirement.code))
    entry.customs = [requirement.code: CustomCheck(requirement)]
    return Self(entry)
  }

  /// The value satisfies a requirement that waits, such as a lookup in a database. Validate with
  /// `validate(_:using:)`.
  public static func custom(_ requirement: some AsyncRequirement) -> Self {
    var entry = RuleEntry(CustomRule.name, .text(requirement.code))
    entry.customs = [requirement.code: CustomCheck(requirement)]
    return Self(entry)
  }

  /// The value satisfies a closure, which throws a custom error for invalid values.
  ///
  /// - Parameters:
  ///   - code: The stable identifier of the failure.
  ///   - check: Throws an error if the value is not valid. It is the `underlyingError` of the
  ///     failure, and its `errorDescription` or description is the message.
  public static func custom<Value: FormValue>(
    _ code: String, throwing check: @escaping @Sendable (Value) throws -> Void
  ) -> Self {
    custom(ThrowingRequirement(code: code, closure: check))
  }

  /// The value satisfies a closure.
  ///
  /// - Parameters:
  ///   - code: The stable identifier of the failure.
  ///   - message: The message, in which `{label}` is replaced with the label of the field.
  ///   - check: Returns whether the value is valid.
  public static func custom<Value: FormValue>(
    _ code: String, _ message: String, _ check: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    custom(ClosureRequirement(code: code, message: message, closure: check))
  }

  /// The value satisfies the predicate that is registered under a name; see `CustomPredicates`.
  ///
  /// - Parameters:
  ///   - name: The name of the predicate.
  ///   - args: The arguments of the predicate.
  public static func custom(_ name: String, args: [String: String]? = nil) -> Self {
    Self(CustomRule.self, CustomRule.predicateName(name), CustomRule.args(args))
  }
}

/// A requirement that calls a closure.
private struct ClosureRequirement<Value: FormValue>: Requirement {
  let code, message: String
  let closure: @Sendable (Value) -> Bool

  func check(_ value: Value) -> Bool { closure(value) }
}

/// A requirement that calls a closure, which throws for invalid values.
private struct ThrowingRequirement<Value: FormValue>: Requirement {
  let code: String
  let message = "{label} is not valid."
  let closure: @Sendable (Value) throws -> Void

  func check(_ value: Value) -> Bool { failures(of: value).isEmpty }

  func failures(of value: Value) -> [RequirementFailure] {
    do {
      try closure(value)
      return []
    } catch {
      return [RequirementFailure(error)]
    }
  }
}
