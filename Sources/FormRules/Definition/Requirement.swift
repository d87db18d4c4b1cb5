/// One requirement on a value, written in Swift: what no built-in rule says.
///
/// ```swift
/// struct NoCapitalA: Requirement {
///   let code = "noCapitalA"
///   let message = "{label} must not contain A."
///   func check(_ value: String) -> Bool { !value.contains("A") }
/// }
///
/// let validator = try Validator(.required, .custom(NoCapitalA()))
/// ```
///
/// In a definition file it stands as `custom: noCapitalA`, once `CustomPredicates.register` has made
/// it known to the program.
public protocol Requirement: Sendable {
  /// What it judges. A requirement on text fits every field, any other one fields of the value's own
  /// type.
  associatedtype Value: FormValue

  /// The stable machine name of what went wrong, and what definitions call the requirement.
  var code: String { get }

  /// The message, in which `{label}` is filled in.
  var message: String { get }

  /// Whether a value, which is not missing, is good. Called from several threads.
  func check(_ value: Value) -> Bool
}

/// What the rule `custom` runs: a requirement over the bytes of a text, whatever its value was.
struct CustomCheck: Sendable {
  let code, message: String?
  /// The field type that its values have; nil means any.
  let type: FieldType?
  let passes: CustomPredicates.Predicate

  init<R: Requirement>(_ requirement: R) {
    code = requirement.code
    message = requirement.message
    type = R.Value.fieldType == .text ? nil : R.Value.fieldType
    passes = { text in
      R.Value(formText: String(copying: text)).map(requirement.check) ?? false
    }
  }

  init(_ predicate: @escaping CustomPredicates.Predicate) {
    (code, message, type) = (nil, nil, nil)
    passes = predicate
  }
}

extension CustomPredicates {
  /// Makes a requirement known under its code, or replaces the one of that name.
  public static func register(_ requirement: some Requirement) {
    let check = CustomCheck(requirement)
    register(requirement.code) { arguments throws(ArgumentError) in
      guard arguments.isEmpty else { throw ArgumentError("\(requirement.code) takes no arguments") }
      return check
    }
  }

  /// Makes requirements known that have arguments: `custom: {name: minimumWords, args: {count: 3}}`.
  ///
  /// - Parameter make: makes the requirement of the arguments, once for each rule; throws
  ///   `ArgumentError` when they are not what it needs.
  public static func register(
    _ name: String,
    making make: @escaping @Sendable ([String: String]) throws(ArgumentError) -> any Requirement
  ) {
    register(name) { arguments throws(ArgumentError) in CustomCheck(try make(arguments)) }
  }
}
