import FormBytes
import FormRules
import FormStore

/// What the files of a dry run would store, so that later files are compared with them as if they
/// were stored: claims under rules `unique: ever`, imports and corrections.
///
/// Memory use grows with the number of keys and of corrections.
public struct DryRunContent: Sendable {
  /// A key of a record that would be accepted.
  struct Claim: Sendable {
    /// The key's `Hash128.storedKey`.
    var key: Int64
    /// The record's own key, as `Hash128.storedKey`, if its form has a key.
    var recordKey: Int64?
    /// The submission that the record corrects, if it is a correction.
    var corrects: Int64?
  }

  /// A file that would be imported.
  private struct Import: Sendable {
    var report: ImportReport
    /// The number of bytes.
    var size: Int
    /// The fields with a column, or nil if the file has no columns.
    var fields: Set<String>?

    func isOf(form: String, source: String?) -> Bool {
      report.form == form && report.source?.utf8Bytes == source?.utf8Bytes
    }
  }

  /// A correction that would be stored.
  struct NewCorrection: Sendable {
    /// The number that it would get.
    var submission: Int64
    var columns: [ImportColumn]
    /// The cells as a JSON array.
    var cells: [UInt8]
    var isRejected: Bool
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
  private var imports: [Import] = []
  /// The last correction of each submission, which the store has as the last one of its chain.
  private(set) var corrections: [Int64: NewCorrection] = [:]
  private var correctionCount: Int64 = 0

  /// Creates the content of no file.
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
  mutating func deliver(_ later: DryRunContent) {
    for rule in claims.keys {
      claims[rule]?.removeAll { $0.recordKey.map(later.delivered.contains) == true }
    }
    claims.merge(later.claims, uniquingKeysWith: +)
    delivered.formUnion(later.delivered)
  }

  /// Makes a judge compare with the claims.
  ///
  /// - Parameter isReplaced: Whether the judged records replace the record of the claim.
  func add(
    to judge: RecordJudge, of plan: Plan,
    except isReplaced: (Claim) throws(RecorderError) -> Bool
  ) throws(RecorderError) {
    for position in plan.storeComparingPositions {
      let rule = Rule(form: plan.form.name, id: plan.rules[position].id)
      for claim in claims[rule] ?? [] where try !isReplaced(claim) {
        judge.addStoredKey(claim.key, rule: position)
      }
    }
  }
}

extension DryRunContent {
  /// Adds an import of a file.
  ///
  /// - Parameter fields: The fields with a column, or nil if the file has no columns.
  mutating func add(_ report: ImportReport, size: Int, fields: Set<String>?) {
    imports.append(Import(report: report, size: size, fields: fields))
  }

  /// Whether a file of this size would be imported.
  func hasImport(ofSize size: Int) -> Bool { imports.contains { $0.size == size } }

  /// The report of the import of a file with the digest.
  func importReport(sha256: String, form: String) -> ImportReport? {
    imports.first { $0.report.sha256 == sha256 && $0.report.form == form }?.report
  }

  /// The last import of a form and source.
  func precedingImport(form: String, source: String?) -> PrecedingImport? {
    imports.last { $0.isOf(form: form, source: source) }
      .map { PrecedingImport(name: $0.report.file, counts: $0.report.counts) }
  }

  /// The last import of a form and source that has columns, with the fields that had one.
  func precedingColumns(form: String, source: String?) -> (name: String, fields: Set<String>)? {
    imports.last { $0.fields != nil && $0.isOf(form: form, source: source) }
      .map { ($0.report.file, $0.fields ?? []) }
  }

  /// Adds a batch of judged corrections.
  ///
  /// - Parameter last: The last submission of the store.
  mutating func add(
    corrections batch: PreparedBatch, _ columns: [ImportColumn], of plan: Plan,
    after last: Int64
  ) {
    let rejected = Set(
      batch.errors.filter { plan.rules[Int($0.rule)].severity.rejects }.map(\.record))
    var start = 0
    for (record, end) in batch.ends.enumerated() {
      correctionCount += 1
      corrections[batch.corrects[record]] = NewCorrection(
        submission: last + correctionCount, columns: columns,
        cells: Array(batch.text[start..<end]), isRejected: rejected.contains(Int32(record)))
      start = end
    }
  }
}
