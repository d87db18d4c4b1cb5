import FormCSV
import FormRules
import FormStore

/// What a rule `exists` compares with: the values of a form's field in the submissions that stand
/// accepted. Read once, and further as a replay goes on to later imports.
final class StoredReferenceKeys {
  let reference: StoredReference
  let keys = HashSet128(spillingTo: SpillFile())

  private let store: Store
  private let plan: Plan
  /// Which verdicts held when the run began.
  private let segments: [VerdictSegment]
  private var next: Int64 = 1
  /// The rule that makes the keys.
  private let position: Int
  /// All rules but the type's: the one column is read, and nothing is judged.
  private let unasked: Set<Int>

  /// - Throws: when there is no such form or field.
  init(_ reference: StoredReference, in store: Store) throws(RecorderError) {
    self.reference = reference
    self.store = store
    do {
      guard let form = try store.version(of: .form, named: reference.form)?.form() else {
        throw RecorderError(.failed, "there is no form '\(reference.form)'")
      }
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
      segments = try store.verdictSegments(SubmissionFilter(form: form.name))
    } catch {
      throw RecorderError(error)
    }
  }

  /// Reads the submissions that came in before one, or all there are. Never goes back: calls are in
  /// the order of ids.
  ///
  /// Its cost is that of the accepted submissions read.
  func read(before limit: Int64? = nil, hashKey: (UInt64, UInt64)) throws(RecorderError) {
    let end = limit ?? .max
    guard next < end else { return }
    for (importID, parts) in Dictionary(grouping: segments, by: \.importID) {
      let wanted = parts.filter { $0.ids.lowerBound < end && $0.ids.upperBound >= next }
      if !wanted.isEmpty { try read(wanted, ofImport: importID, before: end, hashKey) }
    }
    next = end
  }

  private func read(
    _ parts: [VerdictSegment], ofImport importID: Int64, before end: Int64,
    _ hashKey: (UInt64, UInt64)
  ) throws(RecorderError) {
    do {
      let stream = try StoredRecordStream(
        plan,
        // Nothing here depends on the clock.
        RunState.Conditions(now: Instant(seconds: 0), hashKey: hashKey, remote: nil),
        columns: try store.columns(ofImport: importID), without: unasked)
      for part in parts {
        var last = max(part.ids.lowerBound, next) - 1
        var portion = StoredPortion()
        var part = part
        part.ids = part.ids.lowerBound...min(part.ids.upperBound, end - 1)
        while try portion.read(part, .accepted, after: last, from: store) {
          try stream.judge(portion)
          stream.forEachKey(ofRule: position, portion) { _ = keys.insert($1) }
          last = portion.rows.ids.last ?? last
        }
      }
    } catch {
      throw RecorderError(error)
    }
  }
}

extension Plan {
  /// The stored values that its rules compare with, read as far as the submission `before`.
  func references(
    in store: Store, before limit: Int64? = nil, hashKey: (UInt64, UInt64)
  ) throws(RecorderError) -> [StoredReferenceKeys] {
    let references = try references(in: store)
    for one in references { try one.read(before: limit, hashKey: hashKey) }
    return references
  }

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
      references.append(try StoredReferenceKeys(reference, in: store))
    }
    return references
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
