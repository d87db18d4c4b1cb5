import FormInput
import FormRules
import FormStore

/// The stored keys for an `exists` rule: the values of a form's fields in the submissions that were
/// in effect and accepted when a record was judged, also in those that later ones supersede or
/// correct. They are read once, and extended as a replay proceeds to later imports. If a replay
/// judges submissions of this form, its verdicts count.
final class StoredReferenceKeys {
  /// Whether records refer to records of the same form.
  let isOwn: Bool
  private(set) var keys = HashSet128(spillingTo: SpillFile())
  var reference: StoredReference { records.reference }

  private let records: ReferenceKeys
  private let store: Store
  /// The verdicts that were current when the run began, in the order in which the submissions
  /// became current, each with the event that made it current.
  private let parts: [(segment: VerdictSegment, event: Int64)]
  private var next = 0
  private var readThrough: Int64 = 0
  /// The judge of the import that was read last.
  private var judge: (importID: Int64, judge: StoredRecordJudge)?

  /// - Parameter isOwn: Whether records refer to records of the same form.
  /// - Throws: `RecorderError` if the form or a field does not exist.
  init(_ reference: StoredReference, in store: Store, isOwn: Bool) throws(RecorderError) {
    self.isOwn = isOwn
    self.store = store
    do {
      guard let version = try store.version(of: .form, named: reference.form) else {
        throw RecorderError(.missing(.form(reference.form)), "there is no form '\(reference.form)'")
      }
      let form = try version.form()
      records = try ReferenceKeys(reference, of: form)
      let segments = try store.verdictSegments(SubmissionFilter(form: form.name))
      parts = try store.effectiveOrder(formID: version.definitionID, isSplit: isOwn).parts(
        of: segments, ids: \.ids
      ) { $0.part($1) }.map { ($0.element, $0.effective.event) }
    } catch {
      throw RecorderError(error)
    }
  }

  /// Reads the submissions that were current at an event, or all current ones.
  ///
  /// The cost is proportional to the number of accepted submissions read. Reading starts over if
  /// the event is earlier than in the previous call.
  ///
  /// - Parameter changed: The submissions through the event that a replay in progress newly accepts
  ///   or rejects.
  func read(
    through event: Int64? = nil, changed: Set<Int64> = [], hashKey: HashKey
  ) throws(RecorderError) {
    let limit = event ?? .max
    if limit < readThrough {
      keys = HashSet128(spillingTo: SpillFile())
      next = 0
    }
    readThrough = limit
    while next < parts.count, parts[next].event <= limit {
      try read(parts[next].segment, changed: changed, hashKey)
      next += 1
    }
  }

  /// Adds the key of a record that is not stored.
  func insert(_ key: Hash128) { _ = keys.insert(key) }

  private func read(
    _ segment: VerdictSegment, changed: Set<Int64>, _ hashKey: HashKey
  ) throws(RecorderError) {
    let judge = try makeJudge(ofImport: segment.importID, hashKey)
    let scopes: [SubmissionScope] =
      changed.containsAny(of: segment.ids) ? [.accepted, .rejected] : [.accepted]
    for scope in scopes {
      var reader = SubmissionReader([segment], scope)
      var parsed = ParsedBatch()
      while try parsed.read(&reader, from: store) {
        let ids = parsed.judgedIDs
        try records.forEachKey(of: parsed, judge) { record, key in
          let isChanged = changed.contains(ids[record])
          if isChanged == (scope == .rejected) { insert(key) }
        }
      }
    }
  }

  private func makeJudge(
    ofImport importID: Int64, _ hashKey: HashKey
  ) throws(RecorderError) -> StoredRecordJudge {
    if let judge, judge.importID == importID { return judge.judge }
    let columns = try mappingErrors { try store.columns(ofImport: importID) }
    let new = try records.makeJudge(columns, hashKey)
    judge = (importID, new)
    return new
  }
}

extension Set<Int64> {
  fileprivate func containsAny(of range: ClosedRange<Int64>) -> Bool {
    count < range.count ? contains { range.contains($0) } : range.contains { contains($0) }
  }
}

extension Plan {
  /// The stored values for the plan's rules. They are checked but not read yet: each form and field
  /// must exist, and the field's type must be comparable with the type of the rule's field.
  func references(in store: Store) throws(RecorderError) -> [StoredReferenceKeys] {
    let problems = try referenceProblems { name throws(RecorderError) in
      try mappingErrors { try store.version(of: .form, named: name)?.form() }
    }
    if !problems.isEmpty {
      throw RecorderError(.refused, problems.joined(separator: "\n"))
    }
    var references: [StoredReferenceKeys] = []
    for reference in storedReferences {
      references.append(
        try StoredReferenceKeys(reference, in: store, isOwn: reference.form == form.name))
    }
    return references
  }
}

extension StoredReference {
  /// A plan with a `unique` rule over the fields, which computes the keys that the `exists` rule
  /// looks up.
  ///
  /// - Parameter ever: Whether the rule also compares with stored submissions.
  func keyPlan(of form: Form, ever: Bool) throws(DefinitionErrors) -> Plan {
    let unique = RuleEntry(
      UniqueRule.name,
      [
        "fields": DefinitionNode(.sequence(fields.map { .text($0) })), "ever": .text("\(ever)"),
        "ignoreCase": .text("\(ignoresCase)"),
      ])
    let rules = RuleSet(name: "reference", form: form.name, recordRules: [unique])
    return try Plan(form: form, ruleSet: rules)
  }
}
