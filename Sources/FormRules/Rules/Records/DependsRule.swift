/// Requires that a field agrees with the majority of the records that have the same values in other
/// fields.
package struct DependsRule: CountingRule {
  package static let name = "depends"
  static let on = Parameter<[String]?>(
    "on", effect: .unknown,
    "The fields that determine the value. Records with equal values in all of them are a group.")
  static let atLeast = Parameter(
    "atLeast", effect: .looserIfGreater,
    "The minimum number of records in a group. Smaller groups are not evaluated.",
    in: 2...1_000_000_000, default: 3)
  static let share = Parameter<RuleEntry.ModeShare>(
    "share", effect: .unknown,
    "The share of its group that the most frequent value must exceed, or `plurality`: it must only "
      + "be more frequent than every other value.", default: .above(50))
  static let minority = Parameter<Percentage>(
    "minority", effect: .stricterIfGreater,
    "A value that occurs more than once fails if it occurs at most this often, compared with the "
      + "most frequent value.", default: 25)
  static let missing = Parameter<RuleEntry.MissingDependent>(
    "missing", effect: .words([["fail"], ["ignore"]]),
    "`ignore`: records without a value are not evaluated. `fail`: they fail if the most frequent "
      + "value of their group exceeds `share`.", default: .ignore)
  static let ties = Parameter<RuleEntry.GroupTies>(
    "ties", effect: .words([["fail"], ["ignore"]]),
    "`ignore`: if several values are most frequent, no record of the group fails. `fail`: all "
      + "of them fail, those without a value only with `missing: fail`.", default: .ignore)

  package static let documentation = RuleDocumentation(
    "The value is the one that most records with the same values in other fields have.",
    discussion: """
      The records of an input with equal values in the fields of `on` are a group. The most \
      frequent value of the group is compared with the others: a value fails if it occurs once, or \
      at most `minority` as often as the most frequent one. If several values are most \
      frequent, or none exceeds `share`, no record of the group fails. For sources that often \
      contradict each other, `share: plurality` and `minority: 100%` find every value other than \
      the most frequent one; consider `severity: warning`.

      A first pass over the whole input counts before any record is evaluated, so the result does \
      not depend on the order of the records; standard input is copied to a temporary file. \
      Malformed records, records without a value in one of the fields, and records for which \
      `when` is not true are not counted. The results of other rules (`needs`, `stop`) do not \
      change the counts. Values are compared as for `unique`: numbers and dates by value, text \
      byte by byte. The counts take 16 bytes per record, as keyed 128-bit hashes; beyond 1,048,576 \
      records they are sorted in a temporary file.

      The counts of a replay are those of the whole import, even if only some of its records are \
      evaluated. Corrections are compared with the other records of the original import and its \
      corrections. A single submission, a live form and a validator have no other records: the \
      rule is skipped.

      Errors contain the counts and, unless the field is sensitive, the most frequent value, which \
      messages show only on request.
      """,
    mainParameter: "on",
    parameters: [on, atLeast, share, minority, missing, ties],
    codes: [
      .init(
        "depends.minority",
        "{label}: {most} of {size} records with the same {fields} have "
          + "{mode, select, absent {another value} other {{mode}}}."),
      .init(
        "depends.missing",
        "{label} is missing: {most} of {size} records with the same {fields} have "
          + "{mode, select, absent {the same value} other {{mode}}}."),
      .init(
        "depends.tie",
        "{label}: the {size} records with the same {fields} have different values, and none of them "
          + "is the most frequent one."),
    ],
    examples: [
      .init(
        "key", constants: ["key": "10018"], accepts: ["birmingham", "birmingham", "birmingham"],
        rejects: ["birminghxm"]),
      .init(
        ["on": "key", "share": "plurality", "minority": "50%"], type: .integer,
        constants: ["key": "a"], accepts: ["7", "007", "7", "+7"], rejects: ["8", "8"]),
      .init(
        ["on": "key", "missing": "fail"], constants: ["key": "10018"], accepts: ["AL", "AL", "AL"],
        rejects: [""], code: "depends.missing"),
      .init(
        ["on": "key", "ties": "fail"], constants: ["key": "10018"],
        rejects: ["AL", "AL", "AK", "AK"], code: "depends.tie"),
    ])

  package let arguments: [MessageArgument]
  private let items: ListItems?
  private let fields: [Int]
  private let thresholds: MinorityThresholds
  private let evaluatesMissing: Bool
  private let comparesText: Bool

  package init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let field = parameters.ownFieldIndex else {
      throw .appliesToFields(Self.name, at: parameters.location)
    }
    let fields = try parameters.fieldIndices(Self.on)
    if fields.isEmpty { throw parameters.error("requires fields", .missing(nil)) }
    if fields.contains(field) {
      throw parameters.error("a field cannot depend on itself", .conflict, at: Self.on)
    }
    items = ListItems(parameters)
    self.fields = fields
    arguments = [parameters.argument("fields", fields: fields)]
    var thresholds = MinorityThresholds()
    thresholds.atLeast = try parameters[Self.atLeast]
    thresholds.share = try parameters[Self.share].percentage
    thresholds.minority = try parameters[Self.minority]
    thresholds.ties = try parameters[Self.ties] == .fail
    self.thresholds = thresholds
    evaluatesMissing = try parameters[Self.missing] == .fail
    comparesText = parameters.field?.type == .text
  }

  package var evaluatesBlank: Bool { evaluatesMissing }

  package func makeCounts(
    spillingTo storage: (any SpillStorage)?, collectsTexts: Bool
  ) -> any RuleCounts {
    GroupCounts(
      thresholds, spillingTo: storage, collectsTexts: collectsTexts,
      hasOneTextPerValue: comparesText)
  }

  package func count(_ column: borrowing RuleColumn, into counts: any RuleCounts) {
    let groups = groups(of: column)
    if let counts = counts as? GroupCounts, counts.isCounting {
      counts.append { hashes in forEachHash(column, groups) { hashes.append($0, count: 1, $1) } }
    } else {
      forEachHash(column, groups) { hash, text in counts.add(hash, count: 1, text) }
    }
  }

  package func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    guard let counts = record.run.counts as? GroupCounts else { return .undecided(.alone) }
    return result(value, text, in: record, group: group(of: record), counts: counts)
  }

  package func evaluate(_ column: borrowing RuleColumn, _ results: inout ColumnResults) {
    // Looked up once instead of for every value.
    let counts = column.context.run.counts as? GroupCounts
    guard let counts else {
      column.evaluate(&results) { _, _, _ in .undecided(.alone) }
      return
    }
    if counts.hasNoContradictions { return }
    let groups = groups(of: column)
    column.evaluate(&results) { result($0, $1, in: $2, group: groups[$2.record], counts: counts) }
  }

  @inline(__always)
  private func result(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext, group: Hash128,
    counts: GroupCounts
  ) -> RuleResult {
    // Most groups have no contradictions, so most values are not hashed again.
    guard !group.isZero, counts.mayContradict(group),
      let hash = hash(value, text, group: group, in: record),
      let contradiction = counts.contradiction(hash)
    else { return .passes }
    let code =
      switch contradiction.kind {
      case .minority: "depends.minority"
      case .missing: "depends.missing"
      case .tie: "depends.tie"
      }
    return .fails(
      code,
      [
        MessageArgument("count", contradiction.count),
        MessageArgument("most", contradiction.modeCount),
        MessageArgument("size", contradiction.size),
      ] + (contradiction.mode.map { [MessageArgument("mode", $0)] } ?? []))
  }

  @inline(__always)
  private func forEachHash(
    _ column: borrowing RuleColumn, _ groups: [Hash128], body: (Hash128, Span<UInt8>) -> Void
  ) {
    column.forEach { value, text, record in
      let group = groups[record.record]
      if !group.isZero, let hash = hash(value, text, group: group, in: record) { body(hash, text) }
    }
  }

  /// The hashes of the groups of the column's records, each zero if the record is not compared.
  private func groups(of column: borrowing RuleColumn) -> [Hash128] {
    let run = column.context.run
    if let known = run.groupHashes[fields] { return known }
    var context = column.context
    var groups = Array(repeating: Hash128.zero, count: context.height)
    // If `when` selects few records, only their groups are hashed. Otherwise those of all records,
    // which other rules with the same fields share.
    if column.records.count < context.height / 4 {
      for index in 0..<column.records.count {
        context.record = Int(column.records[index])
        groups[context.record] = group(of: context)
      }
      return groups
    }
    for record in 0..<context.height {
      context.record = record
      groups[record] = group(of: context)
    }
    run.groupHashes[fields] = groups
    return groups
  }

  /// The hash of the record's group, or zero if the record is not compared.
  private func group(of record: borrowing RecordContext) -> Hash128 {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    return hasher.combine(record, fields) ? hasher.finalize() : .zero
  }

  /// The hash of the record's group and value, or nil if the record is not compared.
  private func hash(
    _ value: Value, _ text: Span<UInt8>, group: Hash128, in record: borrowing RecordContext
  ) -> Hash128? {
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    if hasher.combine(value, text, list: items?.source(record)) {
      return GroupCounts.hash(group: group, value: hasher.finalize())
    }
    return evaluatesMissing ? GroupCounts.hash(group: group, value: nil) : nil
  }
}

extension RuleEntry {
  /// How frequent the most frequent value of a group must be.
  public enum ModeShare: Sendable, Equatable {
    /// It must exceed this share of the group.
    case above(Percentage)
    /// It must be more frequent than every other value.
    case plurality

    fileprivate var percentage: Percentage? {
      if case .above(let percentage) = self { percentage } else { nil }
    }
  }

  /// What `depends` does with records without a value.
  public enum MissingDependent: String, ParameterValue, CaseIterable, Sendable {
    /// They are not evaluated.
    case ignore
    /// They fail if their group has a most frequent value.
    case fail
  }

  /// What `depends` does with groups in which several values are most frequent.
  public enum GroupTies: String, ParameterValue, CaseIterable, Sendable {
    /// None of the records fails.
    case ignore
    /// All records fail, those without a value only with `MissingDependent.fail`.
    case fail
  }

  /// The value is the one that most records with the same values in other fields have.
  ///
  /// - Parameters:
  ///   - fields: The fields that determine the value.
  ///   - atLeast: The minimum number of records in a group.
  ///   - share: How frequent the most frequent value must be.
  ///   - minority: The maximum frequency of a repeated value that fails, compared with the most
  ///     frequent one.
  ///   - missing: What happens to records without a value.
  ///   - ties: What happens to groups in which several values are most frequent.
  public static func depends(
    on fields: String..., atLeast: Int? = nil, share: ModeShare? = nil,
    minority: Percentage? = nil, missing: MissingDependent? = nil, ties: GroupTies? = nil
  ) -> RuleEntry {
    RuleEntry(
      DependsRule.self, DependsRule.on(fields), DependsRule.atLeast(atLeast),
      DependsRule.share(share), DependsRule.minority(minority), DependsRule.missing(missing),
      DependsRule.ties(ties))
  }
}

extension RuleEntry.ModeShare: ParameterValue {
  static var parameterType: ParameterType { .text }
  var parameterNode: DefinitionNode { .text(percentage?.description ?? "plurality") }

  static func read(
    _ node: DefinitionNode, _ use: ParameterUse
  ) throws(DefinitionError) -> RuleEntry.ModeShare {
    if node.scalar == "plurality" { return .plurality }
    guard let percentage = Percentage(try String.read(node, use)) else {
      throw use.error("\(use.name) must be a percentage such as 50%, or plurality")
    }
    return .above(percentage)
  }
}
