package import FormRules
package import FormStore

/// What `verify` found; its JSON is what `verify --format json` prints.
public struct VerificationReport: Sendable {
  /// What is wrong, the first thing found; nil when nothing is.
  package var problem: StoreProblem?
  /// The head of the chain: the receipt of the event that came last.
  public var head: String
  /// How many events were recomputed.
  public var events: Int
  /// How many submissions the blocks of runs cover; one counts in each run that judged it.
  public var submissions: Int
  /// Imports of which the store has the rejected records only, as a job on other machines gave them:
  /// nothing here shows that it judged the others rightly.
  public var judgedImports: [Int64] = []
  /// What became of the receipts in a file; nil when none was named.
  public var receipts: ReceiptComparison?

  /// Whether everything is as it was written.
  public var isOK: Bool { problem == nil }
  /// What is wrong, in words; nil when nothing is.
  public var words: String? { problem?.words }

  /// The report as JSON, with stable keys.
  package var json: JSON {
    let json = JSON.object([
      "ok": .bool(isOK), "kind": .optional(problem?.kind.rawValue),
      "table": .optional(problem?.table), "row": .optional(problem?.row),
      "run": .optional(problem?.run), "version": .integer(1), "head": .string(head),
      "events": .integer(events), "submissions": .integer(submissions),
      "judgedImports": .array(judgedImports.map { .integer($0) }),
      "problem": .optional(problem?.words),
    ])
    guard let receipts, case .object(let members) = json else { return json }
    return .object(members + [.init("receipts", receipts.json)])
  }
}
