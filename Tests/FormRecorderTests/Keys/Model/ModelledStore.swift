import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport

/// A store after random commands, and the state that it should have, which is computed in plain
/// Swift from the commands alone.
final class ModelledStore {
  let store: TemporaryStore
  var history: [String] = []

  /// The content of a delivered record.
  struct Content: Equatable {
    var id, age, code, name: String
    var isMalformed = false

    var line: String {
      isMalformed ? "\(id),\(age)" : [id, age, code, name].joined(separator: ",")
    }

    /// The external key.
    var key: Int? { isMalformed ? nil : Int(id) }
  }

  /// The rules of a version.
  struct Rules: Equatable {
    var maximum: Int
    var variant: Variant
  }

  /// How rules depend on each other.
  enum Variant: CaseIterable {
    case independent
    /// A warning needs `code.unique`.
    case needing
    /// `code.unique` needs a rule, so that several accepted records may have a code.
    case needed
  }

  struct Submission {
    var content: Content
    /// The number of the import, and of the delivery: each single submission is a delivery of its
    /// own, with a negative number.
    var importID, delivery: Int
    /// The rules by which it was last judged, and those that failed.
    var rules: Rules
    var failures: Set<String> = []
    /// The number of the command that judged it last; 0: it was submitted alone.
    var judged = 0
    var corrects: Int?
    /// Positions in the order of all commands: when it took effect, and when it was replaced.
    var effect, replaced: Int?
    var isSuperseded = false
    var isPurged = false
    var waived: Set<String> = []

    /// The failures that reject it.
    var errors: Set<String> { failures.subtracting(["name.length"]) }
    var isRejected: Bool { !errors.isEmpty }
    /// Whether its code rejects others.
    var holdsCode: Bool {
      effect != nil && replaced == nil && !isPurged && !isRejected && !content.code.isEmpty
        && !content.isMalformed
    }
  }

  /// The submissions by number, starting with 1.
  var submissions: [Int: Submission] = [:]
  /// The submissions that were corrected.
  var corrected: Set<Int> = []
  /// The versions of the rules.
  var versions: [Rules]
  var rules: Rules { versions[versions.count - 1] }
  /// The interrupted import, with its rules and its request.
  var unfinished: (importID: Int, contents: [Content], rules: Rules, request: ImportRequest)?
  var discarded: Set<Int> = []
  var retracted: Set<Int> = []
  /// By import of corrections, the first import of the same file.
  var files: [Int: Int] = [:]
  /// The retractions that can be undone, with the former effects of the withdrawn submissions.
  var retractions: [(file: Int, imports: Set<Int>, effects: [Int: Int])] = []
  /// The number of the last command that retracted an import. Since then, restored submissions may
  /// share keys with those that were accepted meanwhile.
  var lastRetraction: Int?
  var singles: Set<Int> = []
  /// The number of the last command, and the position of the last delivery that took effect.
  var step = 0
  var clock = 0

  init(_ variant: Variant) throws {
    versions = [Rules(maximum: 60, variant: variant)]
    store = try TemporaryStore(Self.definitions(versions[0]))
  }

  static func definitions(_ rules: Rules) -> String {
    """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer}
      - {name: age, type: integer}
      - {name: code, type: text}
      - {name: name, type: text}
    ---
    rules: people
    form: people
    fields:
      age: [{range: {max: \(rules.maximum)}}]
      code: [{unique: ever\(rules.variant == .needed ? ", needs: [age.range]" : "")}]
      name:
        - unique
    """
      + (rules.variant == .needing
        ? "\n    - {length: {max: 2}, severity: warning, needs: [code.unique]}" : "")
  }

  var ids: [Int] { submissions.keys.sorted() }

  func content(_ random: inout SeededGenerator) -> Content {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    return Content(
      id: one((1...6).map(String.init) + ["", "x"]), age: one(["", "30", "50", "70", "70", "x"]),
      code: one((1...6).map { "c\($0)" } + [""]),
      name: one((1...20).map { "n\($0)" } + ["", "Ana"]),
      isMalformed: Int.random(in: 0..<15, using: &random) == 0)
  }

  func isCurrent(_ id: Int) -> Bool { ["current", "waived"].contains(state(id)) }

  func state(_ id: Int) -> String {
    let submission = submissions[id]!
    if discarded.contains(submission.importID) { return "discarded" }
    if retracted.contains(submission.importID) { return "retracted" }
    if submission.effect == nil { return "unfinished" }
    if corrected.contains(id) { return "corrected" }
    if submission.isSuperseded { return "superseded" }
    if submission.isPurged { return "purged" }
    let isWaived = submission.isRejected && submission.errors.isSubset(of: submission.waived)
    return isWaived ? "waived" : "current"
  }

  /// Makes the submissions of a delivery supersede all others with their keys.
  func supersede(by ids: [Int]) {
    clock += 1
    let keys = Set(ids.compactMap { submissions[$0]!.content.key })
    for (id, other) in submissions
    where !ids.contains(id) && other.effect != nil && other.replaced == nil && !other.isPurged {
      guard let key = other.content.key, keys.contains(key) else { continue }
      submissions[id]!.replaced = clock
      submissions[id]!.isSuperseded = true
    }
    for id in ids { submissions[id]!.effect = clock }
  }

  /// Whether a submission other than some holds a code.
  func isHeld(_ code: String, except others: Set<Int> = []) -> Bool {
    submissions.contains { $1.holdsCode && $1.content.code == code && !others.contains($0) }
  }
}
