import FormRules
import FormStore

/// A value of an accepted record that a rule `exists` looks up.
struct LookedUpValue {
  let reference: StoredReference
  /// The position of the record in its batch.
  let record: Int32
  let key: Hash128
}

/// Computes the values of the records of a dry run that rules `exists` of later files look up.
struct DryRunValues {
  private let plan: Plan
  private let lookups: [ReferenceKeys]
  private let hashKey: HashKey
  private var columns: [ImportColumn]
  /// A judge for each of the `lookups`, for these columns.
  private var judges: [StoredRecordJudge] = []

  /// - Parameters:
  ///   - references: What rule sets look up, also of other forms.
  ///   - columns: The columns of the file that are known before its first record.
  init(
    _ references: Set<StoredReference>, of bound: BoundVersions, columns: [ImportColumn],
    in store: Store
  ) throws(RecorderError) {
    plan = bound.plan
    self.columns = columns
    lookups = references.filter { $0.form == bound.form.name }.compactMap {
      // Ignored: `DefinitionErrors` of a rule whose field does not exist, and which cannot judge a
      // file. It is the only error that this throws.
      try? ReferenceKeys($0, of: bound.latestForm)
    }
    hashKey = try mappingErrors { try store.hashKey() }
  }

  /// Returns the values of the accepted records of a batch. Called with the batches in order.
  mutating func values(of batch: PreparedBatch) throws(RecorderError) -> [LookedUpValue] {
    if lookups.isEmpty { return [] }
    if judges.isEmpty || !batch.newColumns.isEmpty {
      columns += batch.newColumns
      var judges: [StoredRecordJudge] = []
      for lookup in lookups { judges.append(try lookup.makeJudge(columns, hashKey)) }
      self.judges = judges
    }
    let accepted = try accepted(batch)
    var values: [LookedUpValue] = []
    for (lookup, judge) in zip(lookups, judges) {
      try lookup.forEachKey(of: accepted.parsed, judge) { record, key in
        values.append(
          LookedUpValue(
            reference: lookup.reference, record: Int32(accepted.parsed.judgedIDs[record]), key: key)
        )
      }
    }
    return values
  }

  /// The accepted records, with their positions in the batch as their ids.
  private func accepted(_ batch: PreparedBatch) throws(RecorderError) -> UnstoredRecords {
    let (text, rejected) = (batch.text, batch.rejected(by: plan))
    var accepted = UnstoredRecords(columns: columns)
    var start = 0
    for (record, end) in batch.ends.enumerated() {
      if !rejected.contains(Int32(record)) {
        try accepted.append(text.span.extracting(start..<end), as: Int64(record))
      }
      start = end
    }
    return accepted
  }
}

extension PreparedBatch {
  /// The positions of the records that fail a rule of a plan with severity `error`.
  func rejected(by plan: Plan) -> Set<Int32> {
    Set(errors.filter { plan.rules[Int($0.rule)].severity.rejects }.map(\.record))
  }
}
