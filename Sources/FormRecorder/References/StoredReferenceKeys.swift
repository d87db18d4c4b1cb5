import FormInput
import FormRules
import FormStore

/// The stored keys for an `exists` rule: the values of a form's field in the submissions that were
/// current and accepted when a record was judged. They are read once, and extended as a replay
/// proceeds to later imports.
final class StoredReferenceKeys {
  let reference: StoredReference
  private(set) var keys = HashSet128(spillingTo: SpillFile())

  private let store: Store
  private let plan: Plan
  /// The verdicts in force when the run began, in the order in which the submissions became
  /// current, each with the event at which they did.
  private let parts: [(segment: VerdictSegment, event: Int64)]
  private var next = 0
  private var readThrough: Int64 = 0
  /// The session of the import that was read last.
  private var session: (importID: Int64, session: StoredJudgingSession)?
  /// The position of the rule that computes the keys.
  private let position: Int
  /// All rules except the type's. Only one column is read, and nothing is judged.
  private let unevaluated: Set<Int>

  /// - Parameter isOwn: whether records refer to records of the same form.
  /// - Throws: If the form or the field does not exist.
  init(_ reference: StoredReference, in store: Store, isOwn: Bool) throws(RecorderError) {
    self.reference = reference
    self.store = store
    do {
      guard let version = try store.version(of: .form, named: reference.form) else {
        throw RecorderError(
          .missing(.form(reference.form)), "there is no form '\(reference.form)'")
      }
      let form = try version.form()
      // A `unique` rule computes the keys of the values that the `exists` rule looks up.
      let unique = RuleEntry(
        UniqueRule.name, ["ever": "true", "ignoreCase": reference.ignoresCase ? "true" : "false"])
      plan = try Plan(
        form: form,
        ruleSet: RuleSet(
          name: "reference", form: form.name,
          fields: [FieldRules(field: reference.field, rules: [unique])]))
      let field = form.fieldIndex(reference.field)
      let type = field.map { "\(reference.field).\(form.fields[$0].type.name)" }
      position = plan.storeComparingPositions.first ?? 0
      unevaluated = Set(plan.rules.indices).subtracting([type.flatMap(plan.position(ofRule:)) ?? 0])
      let segments = try store.verdictSegments(SubmissionFilter(form: form.name))
      parts = try store.standingOrder(form: version.definition, isSplit: isOwn).parts(
        of: segments, ids: \.ids
      ) { $0.part($1) }.map { ($0.element, $0.standing.event) }
    } catch {
      throw RecorderError(error)
    }
  }

  /// Reads the submissions that were current at an event, or all current ones.
  ///
  /// The cost is proportional to the number of accepted submissions read. Reading starts over if
  /// the event is earlier than that of the previous call.
  func read(through event: Int64? = nil, hashKey: (UInt64, UInt64)) throws(RecorderError) {
    let limit = event ?? .max
    if limit < readThrough {
      keys = HashSet128(spillingTo: SpillFile())
      next = 0
    }
    readThrough = limit
    while next < parts.count, parts[next].event <= limit {
      try read(parts[next].segment, hashKey)
      next += 1
    }
  }

  private func read(
    _ segment: VerdictSegment, _ hashKey: (UInt64, UInt64)
  ) throws(RecorderError) {
    let session = try session(ofImport: segment.importID, hashKey)
    var pages = JudgedPages([segment], .accepted)
    var portion = StoredPortion()
    while try portion.read(&pages, from: store) {
      try session.judge(portion)
      session.forEachKey(ofRule: position, portion) { _ = keys.insert($1) }
    }
  }

  private func session(
    ofImport importID: Int64, _ hashKey: (UInt64, UInt64)
  ) throws(RecorderError) -> StoredJudgingSession {
    if let session, session.importID == importID { return session.session }
    let columns = try explaining { try store.columns(ofImport: importID) }
    let new = try StoredJudgingSession(
      plan,
      // Nothing here depends on the clock.
      RunState.Conditions(now: Instant(seconds: 0), hashKey: hashKey),
      columns: columns, without: unevaluated)
    session = (importID, new)
    return new
  }
}

extension Plan {
  /// The stored values for the plan's rules. They are checked but not read yet: each form and field
  /// must exist, and the field's type must be comparable with the type of the rule's field.
  func references(in store: Store) throws(RecorderError) -> [StoredReferenceKeys] {
    let problems = try referenceProblems { name throws(RecorderError) in
      try explaining { try store.version(of: .form, named: name)?.form() }
    }
    if !problems.isEmpty {
      throw RecorderError(.refused, problems.joined(separator: "\n"))
    }
    var references: [StoredReferenceKeys] = []
    for case .stored(let reference) in demands {
      references.append(
        try StoredReferenceKeys(reference, in: store, isOwn: reference.form == form.name))
    }
    return references
  }

  /// The forms that `exists` rules name.
  var referencedForms: Set<String> {
    Set(
      demands.compactMap { demand in
        if case .stored(let reference) = demand { reference.form } else { nil }
      })
  }

  /// Errors in the forms and fields that `exists` rules name, one line each.
  func referenceProblems(
    _ form: (String) throws(RecorderError) -> Form?
  ) throws(RecorderError) -> [String] {
    var problems: [String] = []
    for rule in rules {
      for case .stored(let reference) in rule.demands {
        guard let other = try form(reference.form) else {
          problems.append("rule \(rule.id): there is no form '\(reference.form)'")
          continue
        }
        guard let index = other.fieldIndex(reference.field) else {
          let error = DefinitionError.unknown(
            "field of form '\(other.name)':", reference.field, known: other.fields.map(\.name),
            at: .none)
          problems.append("rule \(rule.id): \(error.message)")
          continue
        }
        let theirs = other.fields[index].type
        if let own = rule.field.map({ self.form.fields[$0].type }), !own.hasKeys(of: theirs) {
          problems.append(
            "rule \(rule.id): field '\(reference.field)' of form '\(other.name)' is "
              + "\(theirs.name), which cannot be compared with \(own.name)")
        }
      }
    }
    return problems
  }
}

extension FieldType {
  /// Whether equal values of the two types have the same key.
  fileprivate func hasKeys(of other: FieldType) -> Bool {
    let exact = ["integer", "decimal"]
    return name == other.name || exact.contains(name) && exact.contains(other.name)
  }
}
