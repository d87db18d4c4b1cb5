import FormInput
import FormRules
import FormStore

/// What a rule `exists` compares with: the values of a form's field in the submissions that stood
/// accepted when a record was judged. Read once, and further as a replay goes on to later imports.
final class StoredReferenceKeys {
  let reference: StoredReference
  private(set) var keys = HashSet128(spillingTo: SpillFile())

  private let store: Store
  private let plan: Plan
  /// Which verdicts held when the run began, in the order in which the submissions came to stand, each
  /// with the event by which they did.
  private let parts: [(segment: VerdictSegment, event: Int64)]
  private var next = 0
  private var readThrough: Int64 = 0
  /// The stream of the import that was read last.
  private var stream: (importID: Int64, stream: StoredJudgingSession)?
  /// The rule that makes the keys.
  private let position: Int
  /// All rules but the type's: the one column is read, and nothing is judged.
  private let unasked: Set<Int>

  /// - Parameter isOwn: whether records refer to others of their own form.
  /// - Throws: when there is no such form or field.
  init(_ reference: StoredReference, in store: Store, isOwn: Bool) throws(RecorderError) {
    self.reference = reference
    self.store = store
    do {
      guard let version = try store.version(of: .form, named: reference.form) else {
        throw RecorderError(.failed, "there is no form '\(reference.form)'")
      }
      let form = try version.form()
      // A rule `unique` makes the keys of values that the rule `exists` looks up.
      let unique = RuleEntry(
        UniqueRule.name, ["ever": "true", "ignoreCase": reference.ignoresCase ? "true" : "false"])
      plan = try Plan(
        form: form,
        ruleSet: RuleSet(
          name: "reference", form: form.name,
          fields: [FieldRules(field: reference.field, rules: [unique])]))
      let field = form.fieldIndex(reference.field)
      let type = field.map { "\(reference.field).\(form.fields[$0].type.name)" }
      position = plan.everUniquePositions.first ?? 0
      unasked = Set(plan.rules.indices).subtracting([type.flatMap(plan.position(ofRule:)) ?? 0])
      let segments = try store.verdictSegments(SubmissionFilter(form: form.name))
      parts = try store.standingOrder(form: version.definition, isSplit: isOwn).parts(
        of: segments, ids: \.ids
      ) { $0.part($1) }.map { ($0.element, $0.standing.event) }
    } catch {
      throw RecorderError(error)
    }
  }

  /// Reads the submissions that stood by an event, or all that stand.
  ///
  /// Its cost is that of the accepted submissions read; it begins anew when the event is an earlier one
  /// than the last time.
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
    let stream = try stream(ofImport: segment.importID, hashKey)
    var last = segment.ids.lowerBound - 1
    var portion = StoredPortion()
    while try portion.read(segment, .accepted, after: last, from: store) {
      try stream.judge(portion)
      stream.forEachKey(ofRule: position, portion) { _ = keys.insert($1) }
      last = portion.rows.ids.last ?? last
    }
  }

  private func stream(
    ofImport importID: Int64, _ hashKey: (UInt64, UInt64)
  ) throws(RecorderError) -> StoredJudgingSession {
    if let stream, stream.importID == importID { return stream.stream }
    let columns = try explaining { try store.columns(ofImport: importID) }
    let new = try StoredJudgingSession(
      plan,
      // Nothing here depends on the clock.
      RunState.Conditions(now: Instant(seconds: 0), hashKey: hashKey, remote: nil),
      columns: columns, without: unasked)
    stream = (importID, new)
    return new
  }
}

extension Plan {
  /// The stored values that its rules compare with, not yet read, but checked: each form and field
  /// is there, and the field's type is one that the rule's own compares with.
  func references(in store: Store) throws(RecorderError) -> [StoredReferenceKeys] {
    let problems = try referenceProblems { name throws(RecorderError) in
      try explaining { try store.version(of: .form, named: name)?.form() }
    }
    if !problems.isEmpty {
      throw RecorderError(.failed, problems.joined(separator: "\n"))
    }
    var references: [StoredReferenceKeys] = []
    for case .stored(let reference) in demands {
      references.append(
        try StoredReferenceKeys(reference, in: store, isOwn: reference.form == form.name))
    }
    return references
  }

  /// The forms that rules `exists` name.
  var referencedForms: Set<String> {
    Set(
      demands.compactMap { demand in
        if case .stored(let reference) = demand { reference.form } else { nil }
      })
  }

  /// What is wrong with the forms and fields that rules `exists` name, a line each.
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
              + "\(theirs.name), which does not compare with \(own.name)")
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
