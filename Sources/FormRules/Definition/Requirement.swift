/// A requirement on a value, written in Swift, that no built-in rule covers.
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
/// A definition file refers to it as `custom: noCapitalA` once the program has registered it with
/// `CustomPredicates.register`.
public protocol Requirement: Sendable {
  /// The type of the values. A requirement on text applies to fields of every type, any other one
  /// to fields of the value's own type.
  associatedtype Value: FormValue

  /// The stable machine name of the failure, by which definitions refer to the requirement.
  var code: String { get }

  /// The message; `{label}` is replaced by the label of the field.
  var message: String { get }

  /// Returns whether a value is valid. Not called for missing values. Called from several threads.
  func check(_ value: Value) -> Bool
}

/// The check that the rule `custom` runs: a requirement or predicate over the bytes of a text.
struct CustomCheck: Sendable {
  let code, message: String?
  /// The required field type; nil means any.
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
  /// Registers a requirement under its code; replaces an earlier one with this name.
  public static func register(_ requirement: some Requirement) {
    let check = CustomCheck(requirement)
    register(requirement.code) { arguments throws(ArgumentError) in
      guard arguments.isEmpty else { throw ArgumentError("\(requirement.code) has no arguments") }
      return check
    }
  }

  /// Registers a requirement with arguments: `custom: {name: minimumWords, args: {count: 3}}`.
  ///
  /// - Parameter make: creates the requirement from the arguments, once for each rule; throws
  ///   `ArgumentError` if they are invalid.
  public static func register(
    _ name: String,
    making make: @escaping @Sendable ([String: String]) throws(ArgumentError) -> any Requirement
  ) {
    register(name) { arguments throws(ArgumentError) in CustomCheck(try make(arguments)) }
  }
}
