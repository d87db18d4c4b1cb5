/// How one call of a validation is meant.
struct ValidationCall {
  var scenario: String?
  var language: Localization
  var now: Instant?
}

/// A plan with what its runs share: what validators are made of. Judging is the same as that of
/// files, with batches of as many records as a call has.
struct PlanValidation: Sendable {
  let plan: Plan
  /// The given parameters, by name; checked.
  private let given: [String: String]
  private let files: (any FileAccess)?

  /// - Parameter files: the files that fields name by path; nil leaves out rules about them.
  /// - Throws: also when a given parameter is missing, unknown or not of its type.
  init(
    _ form: Form, _ ruleSet: RuleSet, given: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil
  ) throws(DefinitionErrors) {
    self.files = files
    plan = try Plan(form: form, ruleSet: ruleSet)
    self.given = given.compactMapValues(\.formText)
    do throws(GivenError) {
      _ = try ruleSet.given.literals(self.given)
    } catch {
      throw DefinitionErrors([DefinitionError(error.description, at: .none)])
    }
  }

  /// What is found in records, record by record.
  ///
  /// - Parameter records: each with a value for every field of the form, in its order; nil is
  ///   missing. The texts of one record must be below 4 GiB together.
  func findings(in records: [[(any FormValue)?]], _ call: ValidationCall) -> [Findings] {
    let conditions = RunState.Conditions(
      now: call.now ?? .now, given: given, scenario: call.scenario, files: files)
    // A program has scenarios that not all of its validators know.
    guard var judge = try? Judge(plan, conditions, without: []) else {
      preconditionFailure("given parameters were checked when the validator was made")
    }
    var findings: [Findings] = []
    for record in records {
      let skips = judge.skips
      var batch = JudgedBatch()
      let bytes = batch.fill(record)
      judge.judge(&batch, in: bytes.span)
      findings.append(
        Findings(
          failures: batch.errors.map { ValidationError($0, of: plan, in: call.language) },
          skipped: plan.rules.indices.filter { judge.skips[$0] != skips[$0] }.map {
            plan.rules[$0].id
          }))
    }
    return findings
  }
}

/// What judging one record found.
struct Findings {
  /// What is wrong, in the order of the rules.
  var failures: [ValidationError]
  /// The ids of rules that could not tell.
  var skipped: [String]
}

extension JudgedBatch {
  /// Lays one record's values out as cells, and answers the bytes that these lie in.
  fileprivate mutating func fill(_ record: [(any FormValue)?]) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in record {
      guard let value, let text = value.formText else {
        cells.append(.missing)
        continue
      }
      let start = UInt32(bytes.count)
      bytes.append(contentsOf: text.utf8)
      cells.append(
        Cell(start: start, end: UInt32(bytes.count), kind: type(of: value).cellKind(of: text)))
    }
    return bytes
  }
}

extension FormValue {
  /// Types whose own field type is a list write JSON arrays.
  fileprivate static func cellKind(of text: String) -> Cell.Kind {
    if case .list = fieldType, !text.isEmpty { .array } else { .string }
  }
}

extension [ValidationError] {
  /// The failures up to the first of severity `error`, of all or of each field.
  func upTo(_ stop: RuleEntry.Stop) -> Self {
    if stop == .never { return self }
    var stopped: Set<String?> = []
    return filter { failure in
      let place = stop == .first ? nil : failure.field
      if stopped.contains(place) { return false }
      if failure.severity.rejects { stopped.insert(place) }
      return true
    }
  }
}
