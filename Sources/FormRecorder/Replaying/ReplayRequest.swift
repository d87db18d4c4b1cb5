public import FormRules

/// What to judge again, and by what.
public struct ReplayRequest: Sendable {
  /// The form and its version; may be left out when there is one form.
  public var form: VersionReference?
  /// The rule set and its version; the current one when it is left out.
  public var rules: VersionReference?
  /// Only the submissions of that import.
  public var importID: Int64?
  /// Only those that stand rejected. `unique` still sees every record.
  public var onlyRejected = false
  /// Say what would come out, and record nothing.
  public var isDryRun = false
  /// The clock in place of each import's own.
  public var now: Instant?
  /// Run parameters in place of each import's own.
  public var parameters: [String: String]?
  /// Where the files are that fields name by path; they are looked at as they are now.
  public var files = NamedFiles.unspecified
  /// Ask every rule, also those whose outcome is known from the run before.
  public var isFull = false
  /// Who runs the replay.
  public var by: String?
  /// Why it is run.
  public var reason: String?

  /// A replay of all submissions of a form.
  public init() {}

  /// The run parameters as they are stored.
  var parametersJSON: String? { parameters.map(JSON.object(sorted:))?.text }
}

/// What a replay came to; its JSON is what `replay --format json` prints.
public struct ReplayReport: Sendable {
  /// The run's number; nil for a dry run.
  public var run: Int64?
  /// The form's name.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The rule set's name.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  /// How many submissions were judged.
  public var submissions = 0
  /// How many were left as they are because they have no cells any more.
  public var purged = 0
  /// How many questions were put to services, because no answer was recorded; nil when no rule has any.
  public var asked: Int?
  /// How many of them are accepted now.
  public var accepted = 0
  /// How many of them are rejected now.
  public var rejected = 0
  /// How many were rejected and are accepted now.
  public var newlyAccepted = 0
  /// How many were accepted and are rejected now.
  public var newlyRejected = 0
  /// Rules that failed before or fail now, in the order of the plan.
  public var byRule: [RuleChange] = []
  /// The first submissions that newly pass, at most ten.
  public var newlyAcceptedSample: [Int64] = []
  /// The first submissions that newly fail, at most ten.
  public var newlyRejectedSample: [Int64] = []
  /// Imports that are left out: the store has only the records of them that a job rejected.
  public var judgedImports: [Int64] = []
  /// The head of the hash chain; nil for a dry run.
  public var head: String?

  /// How often a rule failed before, and fails now.
  public struct RuleChange: Sendable, Equatable {
    /// The rule's id.
    public var rule: String
    /// How often it failed under the verdicts that held before.
    public var before: Int
    /// How often it fails now.
    public var after: Int
    /// The first submissions that it newly rejects, at most three.
    public var newlyRejectedSample: [Int64] = []
  }

  /// How many have the verdict that they had.
  public var unchanged: Int { submissions - newlyAccepted - newlyRejected }

  /// The report as JSON, with stable keys.
  package var json: JSON {
    let asked: [JSON.Member] = asked.map { [.init("asked", .integer($0))] } ?? []
    guard case .object(let members) = counts else { return counts }
    return .object(members + asked)
  }

  private var counts: JSON {
    .object([
      "run": .optional(run), "form": .string(form), "formVersion": .integer(formVersion),
      "rules": .string(rules), "rulesVersion": .integer(rulesVersion),
      "submissions": .integer(submissions), "purged": .integer(purged),
      "accepted": .integer(accepted),
      "rejected": .integer(rejected), "newlyAccepted": .integer(newlyAccepted),
      "newlyRejected": .integer(newlyRejected), "unchanged": .integer(unchanged),
      "byRule": .array(
        byRule.map {
          .object([
            "rule": .string($0.rule), "before": .integer($0.before), "after": .integer($0.after),
            "newlyRejectedSample": .array($0.newlyRejectedSample.map { .integer($0) }),
          ])
        }),
      "newlyAcceptedSample": .array(newlyAcceptedSample.map { .integer($0) }),
      "newlyRejectedSample": .array(newlyRejectedSample.map { .integer($0) }),
      "judgedImports": .array(judgedImports.map { .integer($0) }), "head": .optional(head),
    ])
  }
}
