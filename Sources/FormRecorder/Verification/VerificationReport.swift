package import FormRules
package import FormStore

/// The result of a verification.
public struct VerificationReport: Sendable {
  /// The first problem found, or nil if there is none.
  package var problem: StoreProblem?
  /// The head of the chain: the receipt of the last event.
  public var head = ""
  /// The number of recomputed events.
  public var events = 0
  /// The number of submissions in the blocks of runs. A submission counts once for each run that
  /// judged it.
  public var submissions = 0
  /// The imports that contain only the records that an external run rejected. The store cannot
  /// verify the verdicts of the others.
  public var externalRunImports: [Int64] = []
  /// The comparison with a file of receipts, or nil if no file was given.
  public var receipts: ReceiptComparison?

  /// Whether no problem was found.
  public var isOK: Bool { problem == nil }
  /// A description of the problem, or nil if there is none.
  public var problemDescription: String? { problem?.description }

  /// The report as JSON with stable keys.
  package var json: JSON {
    let json = JSON.object([
      "ok": .bool(isOK), "kind": .optional(problem?.kind.rawValue),
      "table": .optional(problem?.table), "row": .optional(problem?.row),
      "run": .optional(problem?.runID), "version": .integer(1), "head": .string(head),
      "events": .integer(events), "submissions": .integer(submissions),
      "externalRunImports": .array(externalRunImports.map { .integer($0) }),
      "problem": .optional(problem?.description),
    ])
    guard let receipts, case .object(let members) = json else { return json }
    return .object(members + [.init("receipts", receipts.json)])
  }
}
