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

  /// The stable code of the failure, by which definitions refer to the requirement.
  var code: String { get }

  /// The message; `{label}` is replaced by the label of the field.
  var message: String { get }

  /// Returns whether a value is valid. Not called for missing values. Called from several threads.
  func check(_ value: Value) -> Bool

  /// Returns the failures of a value, each of which becomes an error; none if the value is valid.
  /// Called instead of `check`, whose result it is by default. A recorder stores one error with the
  /// code of the requirement.
  func failures(of value: Value) -> [RequirementFailure]
}

extension Requirement {
  /// One failure with the code and message of the requirement if `check` returns false.
  public func failures(of value: Value) -> [RequirementFailure] {
    check(value) ? [] : [RequirementFailure(message)]
  }
}

/// A requirement that waits for its result, such as a lookup in a database.
///
/// ```swift
/// struct UserNameIsFree: AsyncRequirement {
///   let users: Users
///   let code = "nameTaken"
///   let message = "{label} is taken."
///   func check(_ value: String) async throws -> Bool { try await users.find(value) == nil }
/// }
///
/// let validator = try Validator(.required, .custom(UserNameIsFree(users: users)))
/// let result = try await validator.validate(name, using: .local)
/// ```
///
/// It is evaluated like a service: after all other rules, only if none of them fails, with all
/// others concurrently, and in a `LiveForm`. Validation without a `ServiceClient` fails with
/// `custom.unavailable`.
public protocol AsyncRequirement: Sendable {
  /// The type of the values. A requirement on text applies to fields of every type, any other one
  /// to fields of the value's own type.
  associatedtype Value: FormValue

  /// The stable code of the failure, by which definitions refer to the requirement.
  var code: String { get }

  /// The message; `{label}` is replaced by the label of the field.
  var message: String { get }

  /// Returns whether a value is valid. Not called for missing values. Cancelled after a minute, or
  /// as soon as the result is no longer needed.
  ///
  /// - Throws: Any error if there is no answer. The value then fails with `custom.unavailable`.
  func check(_ value: Value) async throws -> Bool
}

/// The check that the rule `custom` runs: a requirement or predicate over the bytes of a text.
struct CustomCheck: Sendable {
  /// The kinds of checks.
  enum Kind: Sendable {
    case predicate(CustomPredicates.Predicate)
    /// A requirement that lists its failures.
    case failures(@Sendable (Span<UInt8>) -> [RequirementFailure])
    /// A requirement that waits.
    case answer(@Sendable (String) async throws -> Bool)
  }

  let code, message: String?
  /// The required field type; nil means any.
  let type: FieldType?
  let kind: Kind

  init<R: Requirement>(_ requirement: R) {
    code = requirement.code
    message = requirement.message
    type = Self.type(of: R.Value.self)
    kind = .failures { text in
      R.Value(formText: String(copying: text)).map(requirement.failures)
        ?? [RequirementFailure(requirement.message)]
    }
  }

  init<R: AsyncRequirement>(_ requirement: R) {
    code = requirement.code
    message = requirement.message
    type = Self.type(of: R.Value.self)
    kind = .answer { text in
      guard let value = R.Value(formText: text) else { return false }
      return try await requirement.check(value)
    }
  }

  init(_ predicate: @escaping CustomPredicates.Predicate) {
    (code, message, type) = (nil, nil, nil)
    kind = .predicate(predicate)
  }

  private static func type(of value: (some FormValue).Type) -> FieldType? {
    value.fieldType == .text ? nil : value.fieldType
  }

  /// Whether the check needs a service.
  var isAsync: Bool { if case .answer = kind { true } else { false } }
}

extension CustomPredicates {
  /// Registers a requirement under its code; replaces an earlier one with this name.
  public static func register(_ requirement: some Requirement) {
    register(CustomCheck(requirement), requirement.code)
  }

  /// Registers a requirement that waits. A recorder needs `services` to evaluate it.
  public static func register(_ requirement: some AsyncRequirement) {
    register(CustomCheck(requirement), requirement.code)
  }

  private static func register(_ check: CustomCheck, _ code: String) {
    register(code) { arguments throws(ArgumentError) in
      guard arguments.isEmpty else { throw ArgumentError("\(code) has no arguments") }
      return check
    }
  }

  /// Registers a requirement with arguments: `custom: {name: minimumWords, args: {count: 3}}`.
  ///
  /// - Parameter make: Creates the requirement from the arguments, once for each rule; throws
  ///   `ArgumentError` if they are invalid.
  public static func register(
    _ name: String,
    making make: @escaping @Sendable ([String: String]) throws(ArgumentError) -> any Requirement
  ) {
    register(name) { arguments throws(ArgumentError) in CustomCheck(try make(arguments)) }
  }
}
