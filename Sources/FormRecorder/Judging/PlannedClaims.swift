import FormRules
import FormStore

/// What the files of a dry run would claim under rules `unique: ever`, so that later files are
/// compared with them as if they were stored.
///
/// Memory use grows with the number of claimed keys.
public struct PlannedClaims: Sendable {
  /// A key of a record that would be accepted.
  struct Claim: Sendable {
    /// The key's `Hash128.storedKey`.
    var key: Int64
    /// The record's own key, as `Hash128.storedKey`, if its form has a key.
    var recordKey: Int64?
    /// The submission that the record corrects, if it is a correction.
    var corrects: Int64?
  }

  /// The name of a rule's form, and its id.
  private struct Rule: Hashable, Sendable {
    var form, id: String
  }

  /// The hash key if there is no store.
  let hashKey = HashKey.random
  /// The keys of the delivered records, which supersede earlier ones with the same keys.
  private(set) var delivered: Set<Int64> = []
  private var claims: [Rule: [Claim]] = [:]

  /// Creates the claims of no file.
  public init() {}

  /// Adds the keys of a batch of judged records.
  mutating func add(_ batch: PreparedBatch, of plan: Plan) {
    if plan.storeComparingPositions.isEmpty { return }
    let recordKeys = Dictionary(batch.recordKeys.map { ($0.record, $0.hash) }) { $1 }
    delivered.formUnion(recordKeys.values)
    for key in batch.uniqueKeys {
      let rule = Rule(form: plan.form.name, id: plan.rules[Int(key.rule)].id)
      let corrects = batch.corrects.isEmpty ? nil : batch.corrects[Int(key.record)]
      claims[rule, default: []].append(
        Claim(key: key.hash, recordKey: recordKeys[key.record], corrects: corrects))
    }
  }

  /// Adds what another file would claim, which supersedes the records that it delivers again.
  mutating func deliver(_ later: PlannedClaims) {
    for rule in claims.keys {
      claims[rule]?.removeAll { $0.recordKey.map(later.delivered.contains) == true }
    }
    claims.merge(later.claims, uniquingKeysWith: +)
    delivered.formUnion(later.delivered)
  }

  /// Makes a session compare with the claims.
  ///
  /// - Parameter isReplaced: Whether the judged records replace that of the claim.
  func add(
    to session: JudgingSession, of plan: Plan,
    except isReplaced: (Claim) throws(RecorderError) -> Bool
  ) throws(RecorderError) {
    for position in plan.storeComparingPositions {
      let rule = Rule(form: plan.form.name, id: plan.rules[position].id)
      for claim in claims[rule] ?? [] where try !isReplaced(claim) {
        session.addStoredKey(claim.key, rule: position)
      }
    }
  }
}
