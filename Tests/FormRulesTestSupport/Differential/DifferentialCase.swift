package import FormBytes
package import FormRules

/// A form, a rule set, records, and the parameters of a run, for which the judge and the
/// reference judge must return equal results.
package struct DifferentialCase {
  /// A cell as read from a source.
  package struct GivenCell: Equatable, Sendable {
    package var kind: Cell.Kind
    package var text: String

    package init(kind: Cell.Kind, text: String) {
      (self.kind, self.text) = (kind, text)
    }

    package static let missing = GivenCell(kind: .missing, text: "")
  }

  package var form: Form
  package var ruleSet: RuleSet
  /// The conditions of the rule set's entries, by their source.
  var conditions: [String: ReferenceCondition] = [:]
  package var run = RunState.Configuration.ofTests
  package var records: [[GivenCell]] = []
  /// The sizes of the batches, in turn.
  package var batchSizes = [Int.max]
  /// Whether the records are counted before they are judged, as those of a file are.
  package var isCounted = true
  /// Whether each record is a single submission, which rules `unique` compare with the store only.
  package var isAlone = false
  /// The keys of the accepted records that are stored, by rule `unique: ever`.
  package var claims: [String: Set<[[UInt8]]>] = [:]
  /// The stored values of the other form for `exists`, or nil if there is no store.
  package var references: Set<[UInt8]>?

  package init(form: Form, ruleSet: RuleSet) {
    (self.form, self.ruleSet) = (form, ruleSet)
  }
}

/// An error of a record, with names instead of positions.
package struct FoundError: Equatable {
  package var record: Int
  package var rule: String
  var field: Int?
  package var code: String
  package var arguments: [MessageArgument]
  package var severity: Severity
}

/// The complete results of a run over the records of a case.
package struct Judgement: Equatable {
  package var errors: [FoundError] = []
  /// The number of errors of each rule with errors.
  var counts: [String: Int] = [:]
  /// The number of skips of each skipped rule, by reason.
  package var skipped: [String: Int] = [:]

  /// A description of the first difference, or nil if the results are equal.
  func difference(from other: Judgement) -> String? {
    for index in 0..<max(errors.count, other.errors.count) {
      let (a, b) = (errors[at: index], other.errors[at: index])
      if a != b { return "error \(index): \(Self.text(a)) instead of \(Self.text(b))" }
    }
    if counts != other.counts { return "counts: \(counts) instead of \(other.counts)" }
    if skipped != other.skipped { return "skipped: \(skipped) instead of \(other.skipped)" }
    return nil
  }

  private static func text(_ error: FoundError?) -> String {
    guard let error else { return "none" }
    let arguments = error.arguments.map { " \($0.name)=\($0.value)" }.joined()
    let place = error.field.map { "field \($0)" } ?? "the record"
    return "record \(error.record + 1): \(error.rule) \(error.severity) \(error.code)\(arguments)"
      + " at \(place)"
  }
}

extension Array {
  fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension DifferentialCase {
  /// Judges the records with a plan, batch by batch.
  ///
  /// - Parameter unevaluated: The positions of rules that are not evaluated.
  package func judgedByPlan(without unevaluated: Set<Int> = []) throws -> Judgement {
    let plan = try Plan(form: form, ruleSet: ruleSet)
    var configuration = run
    if isCounted {
      configuration.counted = plan.makeCounts(
        run, without: unevaluated, collectsTexts: plan.mayQuote)
    }
    if let counted = configuration.counted {
      repeat {
        var judge = try Judge(plan, configuration, without: unevaluated)
        judge.prepareToCount()
        forEachBatch { cells, bytes, _ in judge.count(cells.span, in: bytes.span) }
      } while counted.endPass()
    }
    var judge = try Judge(plan, configuration, without: unevaluated)
    var result = Judgement()
    var errors: [JudgedError] = []
    forEachBatch { cells, bytes, start in
      judge.judge(cells.span, in: bytes.span, into: &errors)
      for error in errors {
        let rule = plan.rules[Int(error.rule)]
        result.errors.append(
          FoundError(
            record: start + Int(error.record), rule: rule.id, field: rule.field, code: error.code,
            // The reference does not distinguish causes with the same code.
            arguments: error.arguments.filter { $0.name != RuleCause.keyName },
            severity: error.severity))
      }
    }
    for (position, rule) in plan.rules.enumerated() {
      if judge.counts[position] > 0 { result.counts[rule.id] = judge.counts[position] }
      for (reason, count) in judge.skips[position].byReason {
        result.skipped["\(rule.id): \(reason)"] = count
      }
    }
    return result
  }

  private func forEachBatch(_ body: ([Cell], [UInt8], _ start: Int) -> Void) {
    var start = 0
    for turn in 0... where start < records.count {
      let size = min(batchSizes[turn % batchSizes.count], records.count - start)
      var bytes: [UInt8] = []
      let cells = records[start..<start + size].joined().map { cell in
        let first = UInt32(bytes.count)
        bytes += Array(cell.text.utf8)
        return Cell(start: first, end: UInt32(bytes.count), kind: cell.kind)
      }
      body(cells, bytes, start)
      start += size
      if start == records.count { break }
    }
  }

  /// The difference between the two judges, or nil.
  package func difference() throws -> String? {
    var reference = try ReferenceJudge(self)
    return try judgedByPlan().difference(from: reference.judge())
  }
}
