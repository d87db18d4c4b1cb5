extension RuleEntry {
  /// The value satisfies a requirement written in Swift.
  ///
  /// The entry has the requirement with it. What is stored of it is `custom` and the code, so a
  /// program that reads the rules back must register the requirement.
  public static func custom(_ requirement: some Requirement) -> RuleEntry {
    var entry = RuleEntry("custom", .text(requirement.code))
    entry.customs = [requirement.code: CustomCheck(requirement)]
    return entry
  }

  /// The value satisfies a closure.
  ///
  /// - Parameters:
  ///   - code: the stable machine name of what went wrong.
  ///   - message: the message, in which `{label}` is filled in.
  public static func custom<Value: FormValue>(
    _ code: String, _ message: String, _ check: @escaping @Sendable (Value) -> Bool
  ) -> RuleEntry {
    custom(ClosureRequirement(code: code, message: message, closure: check))
  }

  /// The value satisfies what is registered under a name; see `CustomPredicates`.
  public static func custom(_ name: String, args: [String: String]? = nil) -> RuleEntry {
    RuleEntry(CustomRule.self, ["name": name, "args": ParameterMapping(args)])
  }
}

/// A requirement that a closure is.
private struct ClosureRequirement<Value: FormValue>: Requirement {
  let code, message: String
  let closure: @Sendable (Value) -> Bool

  func check(_ value: Value) -> Bool { closure(value) }
}
