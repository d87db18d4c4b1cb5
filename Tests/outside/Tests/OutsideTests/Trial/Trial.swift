import FormModels
import Foundation
import Testing

/// What one of the four libraries can do, and how formrec does it.
struct TrialRow: Sendable, CustomTestStringConvertible {
  /// How close formrec comes.
  enum Outcome: Sendable, Equatable {
    /// Directly, as the documentation shows.
    case works
    /// With more code than there.
    case awkward(String)
    /// On purpose in another way, for a reason in `reasons`.
    case differs(String)
    case missing(String)
  }

  let capability: String
  let outcome: Outcome
  /// Whether the code of the row has the stated effect.
  let holds: @Sendable () async throws -> Bool

  var testDescription: String { capability }
}

/// The rows of one library.
struct Trial: Sendable {
  typealias Code = @Sendable () async throws -> Bool

  let library: String
  private(set) var rows: [TrialRow] = []

  init(_ library: String, _ fill: (inout Trial) -> Void) {
    self.library = library
    fill(&self)
  }

  mutating func works(_ capability: String, _ code: @escaping Code) {
    rows.append(TrialRow(capability: capability, outcome: .works, holds: code))
  }

  mutating func awkward(_ capability: String, _ why: String, _ code: @escaping Code) {
    rows.append(TrialRow(capability: capability, outcome: .awkward(why), holds: code))
  }

  mutating func differs(_ capability: String, _ item: Int, _ code: @escaping Code) {
    let reason = Self.reasons[item] ?? "item \(item)"
    rows.append(TrialRow(capability: capability, outcome: .differs(reason), holds: code))
  }

  /// Why formrec differs, by the items of the list of conflicts between the four libraries.
  private static let reasons = [
    1: "only `required` rejects missing and empty values; other rules skip them",
    2: "a failed `required` suppresses the other rules of the field",
    3: "trimming is explicit",
    7: "bounds are inclusive",
    8: "every rule sees the value itself",
    9: "a satisfied alternative has no errors",
    10:
      "a rule that cannot work is an error when it is bound; a text of a wrong type has the type's code",
    11: "one table of card types, with correct check digits",
    13: "numbers are compared exactly",
    16: "an empty list lacks everything",
    17: "digits are emoji only with `profile: .loose`",
    18: "addresses are parsed",
    19: "rules nest and keep their nature",
    20: "`order` is ascending",
    22: "a message belongs to its error",
    26: "a field that was not judged is untouched; `isSubmittable` and `validate` judge it",
    27: "a change is refused if it breaks a rule that was not broken; deletions are accepted",
    28:
      "a request is sent when the other rules pass, needs a status 2xx and JSON `true`, and its late answer is ignored",
  ]

  mutating func missing(_ capability: String, _ why: String) {
    rows.append(TrialRow(capability: capability, outcome: .missing(why)) { true })
  }

  /// That a rule accepts a value, and rejects another.
  mutating func rule<Value: FormValue>(
    _ capability: String, _ rule: RuleEntry, _ good: Value, _ bad: Value
  ) { works(capability) { try accepts(rule, good, bad) } }
}

/// Whether a rule accepts a value, and rejects another.
func accepts<Value: FormValue>(_ rule: RuleEntry, _ good: Value, _ bad: Value) throws -> Bool {
  let validator = try Validator(for: Value.self, rule)
  return validator.isValid(good) && !validator.isValid(bad)
}

/// The codes of the errors of a value.
func codes<Value: FormValue>(_ value: Value, _ rules: RuleEntry...) throws -> [String] {
  try rules.validate(value).errors.map(\.code)
}

/// The model of the rows on forms.
struct TrialForm: Sendable {
  var name = ""
  var email = ""
  var password = ""
  var repeated = ""
  var age: Int?
}

func trialSession(
  _ policy: FieldValidationPolicy = .input,
  @ModelBuilder<TrialForm> _ parts: () -> ModelParts<TrialForm>
) throws -> FormSession<TrialForm> {
  FormSession(TrialForm(), try ModelValidator(parts), policy: policy)
}

extension [FormEvent] {
  /// The fields whose validity has changed, with the new state.
  var changes: [String] {
    compactMap { event in
      guard case .validityChanged(let change) = event else { return nil }
      return "\(change.field ?? "form") \(change.after)"
    }
  }
}
