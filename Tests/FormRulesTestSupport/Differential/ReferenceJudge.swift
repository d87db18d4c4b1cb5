import FormBytes
import FormRules
import Foundation

/// A straightforward judge, record by record and rule by rule, as in the contract. Its results
/// are correct by definition; `Judge` must return the same.
///
/// It binds every rule separately. It shares with the library the parsing of types, and the
/// `evaluate` of rules that `ReferenceCheck` does not implement.
package struct ReferenceJudge {
  /// A requirement of the form (without an entry) or of the rule set.
  struct Demand {
    let id: String
    /// The field that it judges, and the field at which its errors are shown.
    let subject, shownAt: Int?
    let entry: RuleEntry?
    let rule: (any Rule)?
    let naive: ReferenceCheck?

    var isRemote: Bool { rule?.externalInputs.contains(.service) == true }
    var severity: Severity { entry?.severity ?? .error }
  }

  let differential: DifferentialCase
  private var demands: [Demand] = []
  private let run: RunState
  private var judgement = Judgement()
  /// The values of earlier records, by `unique` rule.
  var seen: [String: Set<[[UInt8]]>] = [:]
  /// The keys of accepted records, by `unique: ever` rule, with those of the case.
  package private(set) var claims: [String: Set<[[UInt8]]>] = [:]
  /// The values of all records, by `depends` and `resembles` rule.
  private var counts: [String: ReferenceCounts] = [:]

  package init(_ differential: DifferentialCase) throws {
    self.differential = differential
    let (form, ruleSet) = (differential.form, differential.ruleSet)
    run = RunState(
      differential.run,
      parameters: ruleSet.parameters.compactMap {
        $0.type.literal(differential.run.parameters[$0.name] ?? "")
      },
      stateCount: 0, fields: form.fields)
    for (index, field) in form.fields.enumerated() {
      let formDemand = { (name: String) in
        Demand(
          id: "\(field.name).\(name)", subject: index, shownAt: index, entry: nil, rule: nil,
          naive: nil)
      }
      if field.required { demands.append(formDemand("required")) }
      demands.append(formDemand(field.type.name))
      var entries: [RuleEntry] = []
      for part in ruleSet.fields where Self.names(of: part, form).contains(field.name) {
        entries += part.rules
      }
      // Presence is judged first.
      for entry in entries where entry.rule == "required" {
        demands.append(try demand(entry, index))
      }
      for entry in entries where entry.rule != "required" {
        demands.append(try demand(entry, index))
      }
    }
    for entry in ruleSet.recordRules { demands.append(try demand(entry, nil)) }
  }

  private static func names(of part: FieldRules, _ form: Form) -> ArraySlice<String> {
    let names = form.fields.map(\.name)
    let ends = part.field.split(separator: "..")
    guard ends.count == 2, let first = names.firstIndex(of: String(ends[0])),
      let last = names.firstIndex(of: String(ends[1]))
    else { return [part.field] }
    return names[first...last]
  }

  private func demand(_ entry: RuleEntry, _ subject: Int?) throws -> Demand {
    let form = differential.form
    let place = subject.map { form.fields[$0].name } ?? entry.at?.value ?? "record"
    var rule: (any Rule)?
    if let type = RuleRegistry.rule(named: entry.rule), type != UniqueRule.self {
      rule = try type.init(
        RuleParameters(
          entry, of: type, field: subject.map { form.fields[$0] },
          in: RuleContext(form, differential.ruleSet, library: RuleRegistry.self)))
    }
    return Demand(
      id: entry.id ?? "\(place).\(entry.rule)", subject: subject,
      shownAt: subject ?? form.fields.firstIndex { $0.name == entry.at?.value }, entry: entry,
      rule: rule,
      naive: try subject.map {
        try ReferenceCheck(entry.rule, entry.parameters, field: $0, in: differential)
      })
  }

  package mutating func judge() -> Judgement {
    judgement = Judgement()
    (seen, counts, claims) = ([:], [:], differential.claims)
    if differential.isCounted { count() }
    for (index, cells) in differential.records.enumerated() { judge(cells, index) }
    return judgement
  }

  /// Counts all records for the rules that compare a record with all others. The results of other
  /// rules do not matter.
  private mutating func count() {
    for demand in demands where demand.rule is any CountingRule {
      guard let entry = demand.entry, let field = demand.subject else { continue }
      var counts = ReferenceCounts(
        ReferenceParameters(entry.rule, entry.parameters, field: field, in: differential))
      for cells in differential.records {
        let record = record(cells).record
        guard let (value, text) = operand(demand, entry, record),
          applies(entry, record) == true
        else { continue }
        counts.add(value, text, record)
      }
      self.counts[demand.id] = counts
    }
  }

  private func applies(_ entry: RuleEntry, _ record: ReferenceRecord) -> Bool? {
    guard let when = entry.when else { return true }
    return differential.conditions[when.value]?.answer(record.values, record.texts)
  }

  /// The state of a record during its evaluation.
  private struct Progress {
    var errors: [(demand: Int, failure: Failure)] = []
    var passed: Set<String> = []
    var stoppedFields: Set<Int> = []
    var isStopped = false
  }

  private mutating func judge(_ cells: [DifferentialCase.GivenCell], _ index: Int) {
    let (record, mismatches) = record(cells)
    var progress = Progress()
    // The requirements of the form come before the rule set.
    for (position, demand) in demands.enumerated() where demand.entry == nil {
      guard let field = demand.subject else { continue }
      let isBlank = record.values[field].isBlank
      if demand.id.hasSuffix(".required") {
        if isBlank {
          progress.errors.append((position, Failure("required")))
          progress.stoppedFields.insert(field)
        } else {
          progress.passed.insert(demand.id)
        }
      } else if let code = mismatches[field] {
        progress.errors.append((position, Failure(code)))
        progress.stoppedFields.insert(field)
      } else if !isBlank {
        progress.passed.insert(demand.id)
      }
    }
    // Rules with services are evaluated last, for records that are not rejected.
    let own = demands.indices.filter { demands[$0].entry != nil }
    for position in own where !demands[position].isRemote {
      judge(position, record, &progress)
    }
    for position in own where demands[position].isRemote {
      judge(position, record, &progress)
    }
    if !progress.errors.contains(where: { demands[$0.demand].severity.rejects }) { claim(record) }
    for (position, failure) in progress.errors.sorted(by: { $0.demand < $1.demand }) {
      let demand = demands[position]
      // A custom code does not replace the code of a missing answer.
      let isSilence = failure.code.hasSuffix(".unavailable")
      judgement.counts[demand.id, default: 0] += 1
      judgement.errors.append(
        FoundError(
          record: index, rule: demand.id, field: demand.shownAt,
          code: isSilence ? failure.code : demand.entry?.code ?? failure.code,
          arguments: failure.arguments,
          severity: demand.severity))
    }
  }

  /// Adds the keys of an accepted record.
  private mutating func claim(_ record: ReferenceRecord) {
    for demand in demands where demand.entry?.rule == "unique" {
      guard let entry = demand.entry, let (value, text) = operand(demand, entry, record),
        let key = key(demand, entry, value, text, record)
      else { continue }
      claims[demand.id, default: []].insert(key)
    }
  }

  /// The record with these cells, and the error of each cell.
  private func record(
    _ cells: [DifferentialCase.GivenCell]
  ) -> (record: ReferenceRecord, mismatches: [String?]) {
    var record = ReferenceRecord()
    var mismatches: [String?] = []
    for (field, cell) in zip(differential.form.fields, cells) {
      let (value, text, code) = read(cell, field)
      record.values.append(value)
      record.texts.append(value.isBlank ? "" : text)
      record.kinds.append(value.isBlank ? .missing : cell.kind)
      mismatches.append(code)
    }
    return (record, mismatches)
  }

  /// The value of a cell, its text for rules, and its error.
  private func read(
    _ cell: DifferentialCase.GivenCell, _ field: Field
  ) -> (Value, String, String?) {
    if cell.kind == .missing { return (.missing, "", nil) }
    let isTrimmed = field.trim && cell.kind == .string
    let text = isTrimmed ? ReferenceValues.trimmed(cell.text) : cell.text
    // A JSON list without items is an empty text.
    let hasNoItems =
      field.type.kind == .list && cell.kind == .array && !text.contains { !"[] ".contains($0) }
    let bytes = hasNoItems ? [] : Array(text.utf8)
    let missing = field.missing ?? differential.form.file.missing
    if missing.contains(where: { Array($0.utf8) == bytes }) { return (.missing, "", nil) }
    if bytes.isEmpty { return (.empty, "", nil) }
    do {
      if case .decimal(let format) = field.type, cell.kind != .array, cell.kind != .object {
        return (.decimal(try format.read(bytes.span)), text, nil)
      }
      return (try field.type.read(bytes.span, kind: cell.kind), text, nil)
    } catch {
      return (.invalid, text, error.code)
    }
  }

  /// Evaluates a rule of the rule set for a record.
  private mutating func judge(
    _ position: Int, _ record: ReferenceRecord, _ progress: inout Progress
  ) {
    let demand = demands[position]
    guard let entry = demand.entry, !progress.isStopped else { return }
    if let scenario = differential.run.scenario, !entry.scenarios.isEmpty,
      !entry.scenarios.containsBytes(of: scenario)
    {
      return
    }
    if let field = demand.subject, progress.stoppedFields.contains(field) { return }
    guard let (value, text) = operand(demand, entry, record) else { return }
    let isRejected = progress.errors.contains {
      demands[$0.demand].severity.rejects
    }
    let skip =
      demand.isRemote && isRejected
      || entry.needs.contains { !progress.passed.contains($0.value) }
    if skip {
      let isMoot = demand.isRemote && isRejected
      judgement.skipped[demand.id + (isMoot ? ": rejected" : ": needs"), default: 0] += 1
      return
    }
    let applies = applies(entry, record)
    if applies == nil { judgement.skipped[demand.id + ": when", default: 0] += 1 }
    guard applies == true else { return }

    switch answer(demand, entry, value, text, record) {
    case .undecided: judgement.skipped[demand.id + ": unknown", default: 0] += 1
    case .excluded: judgement.skipped[demand.id + ": files", default: 0] += 1
    case .alone: judgement.skipped[demand.id + ": alone", default: 0] += 1
    case .asksRule: break
    case .passes: progress.passed.insert(demand.id)
    case .fails(let failure):
      progress.errors.append((position, failure))
      if entry.stop == .first { progress.isStopped = true }
      if entry.stop == .firstPerField || entry.rule == "required", let field = demand.subject {
        progress.stoppedFields.insert(field)
      }
    }
  }

  /// The value and text that a rule evaluates, or nil if it does not apply to the record.
  private func operand(
    _ demand: Demand, _ entry: RuleEntry, _ record: ReferenceRecord
  ) -> (value: Value, text: String)? {
    guard let field = demand.subject else { return (.missing, "") }
    var (value, text) = (record.values[field], record.texts[field])
    if value.isInvalid { return nil }
    if entry.trim == true { text = ReferenceValues.trimmed(text) }
    if text.isEmpty, value.isPresent { value = .empty }
    // Nested rules may judge blank values, which the rule itself decides.
    let evaluatesBlank = demand.rule?.evaluatesBlank == true
    if value.isBlank, !evaluatesBlank, entry.empty != .validate { return nil }
    if value == .empty, entry.empty == .skip { return nil }
    // A rule that judges empty values gets an empty text, list or file.
    if value.isBlank, entry.empty == .validate, !evaluatesBlank {
      switch differential.form.fields[field].type {
      case .list: value = .list
      case .file: value = .file
      default: value = .text
      }
    }
    return (value, text)
  }

  private mutating func answer(
    _ demand: Demand, _ entry: RuleEntry, _ value: Value, _ text: String,
    _ record: ReferenceRecord
  ) -> ReferenceCheck.Answer {
    if demand.rule is any CountingRule {
      return counts[demand.id]?.answer(value, text, record) ?? .alone
    }
    if entry.rule == "exists", entry.parameters?["form"] != nil { return exists(value, text) }
    if entry.rule == "unique" { return unique(demand, entry, value, text, record) }
    if entry.rule == "must", let source = entry.parameters?.scalar,
      let condition = differential.conditions[source]
    {
      guard let isTrue = condition.answer(record.values, record.texts) else { return .undecided }
      return .init(isTrue ? nil : Failure("must.isFalse"))
    }
    if let naive = demand.naive {
      let answer = naive.function(value, text, record)
      if case .asksRule = answer {} else { return answer }
    }
    guard let rule = demand.rule else { return .asksRule }
    switch check(rule, value, text, record) {
    case .passes: return .passes
    case .fails(let failure), .undecided(.unavailable(let failure)): return .fails(failure)
    case .undecided(.unknown), .undecided(.unanswered): return .undecided
    case .undecided(.alone), .undecided(.varied): return .alone
    case .undecided(.files): return .excluded
    }
  }

  /// Calls the rule itself with a batch of one record.
  private func check(
    _ rule: any Rule, _ value: Value, _ text: String, _ record: ReferenceRecord
  ) -> RuleResult {
    var bytes: [UInt8] = []
    var cells: [Cell] = []
    for (text, kind) in zip(record.texts, record.kinds) {
      let start = UInt32(bytes.count)
      bytes += Array(text.utf8)
      cells.append(Cell(start: start, end: UInt32(bytes.count), kind: kind))
    }
    let own = Array(text.utf8)
    let context = RecordContext(
      bytes: bytes.span, cells: cells.span, values: record.values.span, run: run)
    let answer = rule.evaluate(value, own.span, in: context)
    return run.services?.sendOpen() == true ? rule.evaluate(value, own.span, in: context) : answer
  }
}
