import FormRules
import FormStore

/// Corrections that are judged together and become one import.
///
/// The corrected submissions have the same columns and configuration. If a rule compares the
/// records of an import, they belong to the same import.
struct CorrectionGroup {
  /// The common properties of a group.
  struct Key: Hashable {
    /// The import of the corrected submissions, if verdicts depend on it.
    var importID: Int64?
    /// The corrected single submission, if rules compare within an import.
    var submission: Int64?
    var columns: [ImportColumn]
    var parameters: String
    var scenario: String?
    var source: String?
    var batchLabel: String?
  }

  let key: Key
  /// The records, with the submissions that they name and their lines in the file.
  var records = StoredRows()
  /// The submission that each record replaces.
  var corrects: [Int64] = []

  init(_ key: Key) { self.key = key }
}

/// The groups of the corrections of a file.
struct CorrectionGroups {
  private(set) var all: [CorrectionGroup] = []
  private var positions: [CorrectionGroup.Key: Int] = [:]
  private var configurationOfImport: [Int64: OriginalConfiguration] = [:]
  private let plan: Plan
  private let store: Store

  init(_ plan: Plan, _ store: Store) { (self.plan, self.store) = (plan, store) }

  /// Adds a changed record to the group to which it belongs.
  ///
  /// - Parameter readsArrays: Whether JSON arrays are the items of lists, as in a JSON object,
  ///   whatever the original cells were.
  mutating func add(
    _ candidate: CorrectionCandidate, of file: CorrectionFile, readsArrays: Bool
  ) throws {
    let (chain, origin) = (candidate.chain, candidate.target)
    let configuration = try configuration(chain, origin)
    let width = origin.width(of: candidate.row, in: file)
    let comparesWithin =
      !plan.runComparingPositions.isEmpty || !plan.countingRulePositions.isEmpty
    let key = CorrectionGroup.Key(
      importID: comparesWithin && !origin.isIntake ? chain.rootImport : nil,
      // Single submissions are independent of each other.
      submission: comparesWithin && origin.isIntake ? chain.root : nil,
      columns: Array(origin.columns.prefix(width)),
      parameters: configuration?.parameters ?? "{}", scenario: configuration?.scenario,
      source: configuration?.source,
      batchLabel: origin.batchLabel)
    let position = positions[key] ?? all.count
    if position == all.count {
      positions[key] = position
      all.append(CorrectionGroup(key))
    }
    var changes: [Int: [UInt8]] = [:]
    for (column, text) in candidate.patch {
      if let position = origin.positions[column] { changes[position] = text }
    }
    let lists = readsArrays ? changes.keys.filter { isList(origin.columns[$0].field) } : []
    all[position].records.append(id: candidate.id, line: Int64(candidate.row.line)) {
      candidate.head.append(
        changing: changes, lists: Set(lists), originalWidth: origin.width, width: width, to: &$0)
    }
    all[position].corrects.append(chain.latest)
  }

  private func isList(_ field: String?) -> Bool {
    guard let index = field.flatMap(plan.form.fieldIndex) else { return false }
    return if case .list = plan.form.fields[index].type { true } else { false }
  }

  /// The configuration of the original submission. Single submissions have individual ones.
  private mutating func configuration(
    _ chain: CorrectionChain, _ origin: CorrectedImport
  ) throws -> OriginalConfiguration? {
    if !origin.isIntake, let known = configurationOfImport[chain.rootImport] { return known }
    let configuration = try store.originalConfigurations(
      ofImport: chain.rootImport, chain.root...chain.root
    ).first?.configuration
    configurationOfImport[chain.rootImport] = configuration
    return configuration
  }
}
