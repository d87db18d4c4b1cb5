import FormBytes
import FormRules
import FormStore

/// What the files of a dry run would store, so that later files are compared with them as if they
/// were stored: claims under rules `unique: ever`, values that rules `exists` look up, imports and
/// corrections.
///
/// Memory use grows with the number of keys, of these values and of corrections. Keys of records
/// with which no rule compares are not kept.
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
    /// The import of the original record, if rules compare with the records of an import.
    var importID: Int64?
    var columns: [ImportColumn]
    /// The cells as a JSON array.
    var cells: [UInt8]
    var isRejected: Bool
    /// Whether the record is one that the reader could not parse.
    var isMalformed: Bool
  }

  /// The name of a rule's form, and its id.
  private struct Rule: Hashable, Sendable {
    var form, id: String
  }

  /// Whether values are collected for rules `exists` of later files.
  var hasLaterFiles = true
  /// The hash key if there is no store.
  let hashKey = HashKey.random
  /// By form, the keys of the delivered records, which supersede earlier ones with the same keys.
  private(set) var delivered: [String: Set<Int64>] = [:]
  private var claims: [Rule: [Claim]] = [:]
  /// The keys of the values of accepted records that rules `exists` look up.
  private var values: [StoredReference: [Hash128]] = [:]
  /// What the rule sets of the store look up, once it is known.
  private var lookedUp: Set<StoredReference>?
  /// The forms with a rule `unique: ever` in a rule set of the store, once they are known.
  private var comparingForms: Set<String> = []
  private var imports: [Import] = []
  /// The last correction of each submission, which the store has as the last one of its chain.
  private(set) var corrections: [Int64: NewCorrection] = [:]
  private var correctionCount: Int64 = 0

  /// Creates the content of no file.
  public init() {}

  /// Adds the keys and values of a batch of judged records.
  mutating func add(_ batch: PreparedBatch, of plan: Plan, values found: [LookedUpValue]) {
    let recordKeys = Dictionary(batch.recordKeys.map { ($0.record, $0.hash) }) { $1 }
    // A correction replaces only the submission that it corrects.
    if batch.corrects.isEmpty {
      delivered[plan.form.name, default: []].formUnion(recordKeys.values)
    }
    for value in found { values[value.reference, default: []].append(value.key) }
    for key in batch.uniqueKeys {
      let rule = Rule(form: plan.form.name, id: plan.rules[Int(key.rule)].id)
      let corrects = batch.corrects.isEmpty ? nil : batch.corrects[Int(key.record)]
      claims[rule, default: []].append(
        Claim(key: key.hash, recordKey: recordKeys[key.record], corrects: corrects))
    }
  }

  /// Adds what another file would claim, which supersedes the records that it delivers again.
  mutating func deliver(_ later: DryRunContent) {
    for (form, keys) in later.delivered {
      for rule in claims.keys where rule.form == form {
        claims[rule]?.removeAll { $0.recordKey.map(keys.contains) == true }
      }
      delivered[form, default: []].formUnion(keys)
    }
    claims.merge(later.claims, uniquingKeysWith: +)
    values.merge(later.values, uniquingKeysWith: +)
  }

  /// The stored values that rules `exists` of a file compare with: those of the store through an
  /// event, or all, and the values of the files before it. Called once for a setup, before other
  /// calls of `JudgingSetup.references`.
  func references(
    of setup: JudgingSetup, through event: Int64? = nil
  ) throws(RecorderError) -> [StoredReferenceKeys] {
    let references = try setup.references(through: event)
    for reference in references {
      for key in values[reference.reference] ?? [] { reference.insert(key) }
    }
    return references
  }

  /// What the rule sets of the store look up. The first call binds them.
  mutating func references(in store: Store) throws(RecorderError) -> Set<StoredReference> {
    if let lookedUp { return lookedUp }
    var found: Set<StoredReference> = []
    for version in try mappingErrors({ try store.latestVersions(of: .ruleSet) }) {
      let name: String? = version.form
      guard let name, let form = try mappingErrors({ try store.version(of: .form, named: name) })
      else { continue }
      // A rule set that does not fit its form cannot judge a file.
      let plan = try Plan.ifReadable { try Plan(form: form.form(), ruleSet: version.ruleSet()) }
      guard let plan else { continue }
      found.formUnion(plan.storedReferences)
      if !plan.storeComparingPositions.isEmpty { comparingForms.insert(plan.form.name) }
    }
    lookedUp = found
    return found
  }

  /// Whether later files may be compared with the records of a file, or with records that these
  /// supersede.
  ///
  /// - Parameters:
  ///   - plan: The plan of the file.
  ///   - references: What the plan and the rule sets of the store look up.
  func comparesWithRecords(of plan: Plan, lookingUp references: Set<StoredReference>) -> Bool {
    let form = plan.form.name
    return !plan.storeComparingPositions.isEmpty || comparingForms.contains(form)
      || references.contains { $0.form == form } || claims.keys.contains { $0.form == form }
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

  /// The last corrections of the records of an import, one element for those with the same columns.
  ///
  /// - Parameter replaced: The submissions whose corrections are left out.
  func corrections(
    ofImport importID: Int64, without replaced: Set<Int64>
  ) throws(RecorderError) -> [UnstoredRecords] {
    let current = corrections.filter { corrected, correction in
      correction.importID == importID && !correction.isMalformed && !replaced.contains(corrected)
    }.values.sorted { $0.submission < $1.submission }
    var parts: [UnstoredRecords] = []
    for correction in current {
      if parts.last?.columns != correction.columns {
        parts.append(UnstoredRecords(columns: correction.columns))
      }
      try parts[parts.count - 1].append(correction.cells.span, as: correction.submission)
    }
    return parts
  }

  /// Adds a batch of judged corrections.
  ///
  /// - Parameters:
  ///   - importID: The import of the original records, if rules compare with its records.
  ///   - last: The last submission of the store.
  mutating func add(
    corrections batch: PreparedBatch, _ columns: [ImportColumn], ofImport importID: Int64?,
    under plan: Plan, after last: Int64
  ) {
    let rejected = batch.rejected(by: plan)
    let malformed = Set(batch.malformed.map(\.record))
    var start = 0
    for (record, end) in batch.ends.enumerated() {
      correctionCount += 1
      corrections[batch.corrects[record]] = NewCorrection(
        submission: last + correctionCount, importID: importID, columns: columns,
        cells: Array(batch.text[start..<end]), isRejected: rejected.contains(Int32(record)),
        isMalformed: malformed.contains(Int32(record)))
      start = end
    }
  }
}
