import FormRules
import FormTestSupport

/// Generates random forms, rule sets and records. The same seed generates the same case.
package struct CaseGenerator {
  var random: SeededGenerator
  package var differential = DifferentialCase(
    form: Form(name: "f", fields: []), ruleSet: RuleSet(name: "r", form: "f"))
  /// The possible cells of each field, by position.
  var pools: [[String]] = []
  /// The ids of all rules so far, and of those that a rule may need.
  var ids: Set<String> = ["record.malformed"]
  var needed: [String] = []
  /// The modifiers that entries of this case may have: a judge has shortcuts for rule sets without
  /// some of them.
  private var (saysNeeds, saysStop, saysEmpty) = (false, false, false)
  /// The documented examples of fields that were created for them, by position.
  private var wanted: [Int: (rule: String, example: RuleExample)] = [:]

  /// The documented examples of all rules that do not depend on other records.
  static let examples: [(rule: String, example: RuleExample)] = RuleRegistry.all.flatMap { rule in
    rule is any CountingRule.Type ? [] : rule.documentation.examples.map { (rule.name, $0) }
  }

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    (saysNeeds, saysStop, saysEmpty) = (chance(50), chance(50), chance(50))
  }

  package static func differential(seed: UInt64, records: Int) -> DifferentialCase {
    var generator = CaseGenerator(seed: seed)
    generator.makeCase(records: records)
    return generator.differential
  }

  package mutating func makeCase(records: Int) {
    makeForm()
    makeRun()
    makeRules()
    makeRecords(records)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  mutating func some<T>(_ items: [T], _ count: ClosedRange<Int>) -> [T] {
    (0..<Int.random(in: count, using: &random)).map { _ in pick(items) }
  }

  private static let types: [FieldType] = [
    .text, .text, .text, .integer, .integer, .decimal(),
    .decimal(.init(scale: 2, point: ",", group: ["."], strip: ["EUR", "€"])),
    .decimal(.init(group: [" ", "\u{A0}"], strip: ["$"], negative: [.parentheses, .credit])),
    .number, .boolean(),
    .boolean(.init(yes: ["ja"], no: ["nein"])), .date(), .date(),
    .date(formats: [DateFormat("dd.MM.yyyy"), DateFormat("d-MMM-yy")].compactMap { $0 }), .time(),
    .datetime(), .list(), .list(separator: "; "), .file,
  ]

  /// The first field has the name of the field in documented examples.
  private mutating func makeForm() {
    let names = ["value", "b", "odd name", "größe", "c", "d", "e", "f"]
    var form = Form(name: "f", fields: [])
    for name in names.prefix(Int.random(in: 1...names.count, using: &random)) {
      var type = pick(Self.types)
      if chance(60) {
        let example = pick(Self.examples)
        wanted[form.fields.count] = example
        type = example.example.type
      }
      pools.append(pool(type))
      form.fields.append(
        Field(
          name: name, label: chance(30) ? "The \(name)" : nil, type: type, required: chance(20),
          trim: chance(25)))
      if chance(20) {
        form.fields[form.fields.count - 1].missing = pick([[], [""], ["NA"], ["", "b"]])
      }
      // Rules `unique: ever` are rejected on cards that are stored masked.
      form.fields[form.fields.count - 1].storesClear = true
    }
    form.file.missing = pick([[], [], ["", "NA"], ["NA", "-", "a", "0"]])
    form.lists = [ValueList(name: "list", values: ["a", "DE", "red"])]
    differential.form = form
  }

  mutating func makeRun() {
    differential.ruleSet.parameters = [
      RunParameter(name: "limit", type: .integer), RunParameter(name: "start", type: .date()),
      RunParameter(name: "word", type: .text), RunParameter(name: "moment", type: .datetime()),
    ]
    differential.run.parameters = [
      "limit": pick(["0", "5", "-1"]), "start": pick(["2026-06-15", "2026-01-31"]),
      "word": pick(["a", "DE", "é"]), "moment": pick(["2026-01-31T00:00:00Z"]),
    ]
    differential.run.scenario = pick([nil, nil, "draft", "final"])
    differential.batchSizes = some([1, 2, 3, 7, 20, 64, 1_000], 1...3)
  }

  private mutating func makeRules() {
    for index in differential.form.fields.indices {
      var entries: [RuleEntry] = []
      let field = differential.form.fields[index]
      needed.append("\(field.name).\(field.type.name)")
      if field.required { needed.append("\(field.name).required") }
      ids.formUnion(needed)
      if let (rule, example) = wanted[index] {
        add(RuleEntry(rule, example.parameters), on: index, to: &entries)
        pools[index] += example.accepted + example.rejected
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let fitting = Self.examples.filter { $0.example.type == field.type }
        if chance(30), !fitting.isEmpty {
          let (rule, example) = pick(fitting)
          add(RuleEntry(rule, example.parameters), on: index, to: &entries)
          pools[index] += some(example.accepted + example.rejected + [""], 1...4)
        } else {
          let (rule, node) = commonRule(on: index)
          add(RuleEntry(rule, node), on: index, to: &entries)
        }
      }
      if !entries.isEmpty {
        differential.ruleSet.fields.append(
          FieldRules(field: field.name, rules: entries))
      }
    }
    addRange()
    for _ in 0..<Int.random(in: 0...3, using: &random) { addRecordRule() }
  }

  /// May add one rule to adjacent fields.
  private mutating func addRange() {
    let names = differential.form.fields.map(\.name)
    let rule = pick(["blank", "required", "unique"])
    guard chance(20), names.count > 2, names[0..<2].allSatisfy({ !ids.contains("\($0).\(rule)") })
    else { return }
    ids.formUnion(names[0..<2].map { "\($0).\(rule)" })
    differential.ruleSet.fields.append(
      FieldRules(field: "\(names[0])..\(names[1])", rules: [RuleEntry(rule)]))
  }

  private mutating func addRecordRule() {
    let form = differential.form
    var entry: RuleEntry
    let documented = Self.examples.filter {
      $0.rule == "must" && $0.example.type == form.fields[0].type
    }
    if chance(30) {
      entry = RuleEntry("unique", uniqueParameters(fields: some(form.fields.map(\.name), 1...3)))
    } else if chance(20), !documented.isEmpty {
      entry = RuleEntry("must", pick(documented).example.parameters)
    } else {
      entry = RuleEntry("must", .text(condition(depth: 3)))
    }
    if chance(50) { entry.at = Located(pick(form.fields).name) }
    var entries: [RuleEntry] = []
    add(entry, on: nil, to: &entries)
    differential.ruleSet.recordRules += entries
  }

  /// Adds an entry with modifiers, if it can be bound.
  private mutating func add(_ entry: RuleEntry, on field: Int?, to entries: inout [RuleEntry]) {
    guard isBindable(entry, on: field) else { return }
    var entry = entry
    entry.severity = pick([.error, .error, .error, .warning, .info])
    if chance(10) { entry.code = "own.code" }
    if chance(20) { entry.when = Located(condition(depth: 2)) }
    // A plan puts `required` before the field's other rules, so it cannot need one of them.
    if saysNeeds, !needed.isEmpty, chance(20), entry.rule != "required" {
      entry.needs = Set(some(needed, 1...2)).sorted().map { Located($0) }
    }
    if chance(10) { entry.scenarios = some(["draft", "final"], 1...2) }
    if saysEmpty, field != nil, chance(20) { entry.empty = pick(RuleEntry.Empty.allCases) }
    if field != nil, chance(15) { entry.trim = true }
    if saysStop, chance(15) { entry.stop = pick(RuleEntry.Stop.allCases) }
    let place = field.map { differential.form.fields[$0].name } ?? entry.at?.value ?? "record"
    let id = "\(place).\(entry.rule)"
    if ids.contains(id) || chance(10) { entry.id = "rule\(ids.count)" }
    ids.insert(entry.id ?? id)
    if entry.rule != "remote" { needed.append(entry.id ?? id) }
    entries.append(entry)
  }

  func isBindable(_ entry: RuleEntry, on field: Int?) -> Bool {
    guard let rule = RuleRegistry.rule(named: entry.rule), rule.scope != .record || field == nil
    else { return false }
    do {
      _ = try rule.init(
        RuleParameters(
          entry, of: rule, field: field.map { differential.form.fields[$0] },
          in: RuleContext(
            differential.form, differential.ruleSet, library: RuleRegistry.self)))
      return true
    } catch {
      return false
    }
  }
}
