import FormBytes

/// What one rule is asked about: which records, and what it sees of its field there. Its memory is
/// used again for each rule, and only grows.
struct RuleSelection {
  /// The records' places in the batch, ascending.
  var records: [Int32] = []
  /// The field as the rule sees it, where that is not how it stands in the record.
  private(set) var values: [Value] = []
  private(set) var cells: [Cell] = []
  /// What a rule of records sees of a field: nothing.
  private(set) var noValues: [Value] = []
  private(set) var noCells: [Cell] = []

  /// All records of a batch, without a field.
  mutating func takeRecords(_ count: Int) {
    records.removeAll(keepingCapacity: true)
    records.append(contentsOf: 0..<Int32(count))
    guard noValues.count < count else { return }
    noValues = Array(repeating: .missing, count: count)
    noCells = Array(repeating: .missing, count: count)
  }

  /// The records that are given.
  mutating func take(_ given: ArraySlice<Int32>) {
    records.removeAll(keepingCapacity: true)
    records.append(contentsOf: given)
  }

  /// The records where the rule has something to judge, when it trims its field or looks at blanks.
  ///
  /// - Parameter blank: what it sees in place of a blank; nil means the blank itself.
  mutating func takeSeen(
    by rule: PlanRule, _ fieldValues: Span<Value>, _ fieldCells: Span<Cell>, blank: Value?,
    _ bytes: Span<UInt8>
  ) {
    records.removeAll(keepingCapacity: true)
    if values.count < fieldValues.count {
      values = Array(repeating: .missing, count: fieldValues.count)
      cells = Array(repeating: .missing, count: fieldValues.count)
    }
    let skipsEmpty = rule.empty == .skip
    for record in 0..<fieldValues.count {
      var (value, cell) = (fieldValues[record], fieldCells[record])
      if value.isInvalid { continue }
      if rule.trims, value.isPresent {
        let inner = bytes.extracting(cell.range).trimmedRange
        cell.end = cell.start + UInt32(inner.upperBound)
        cell.start += UInt32(inner.lowerBound)
        if inner.isEmpty { value = .empty }
      }
      if value.isBlank {
        if !rule.looksAtBlank || skipsEmpty && value == .empty { continue }
        (value, cell) = (blank ?? value, .missing)
      }
      (values[record], cells[record]) = (value, cell)
      records.append(Int32(truncatingIfNeeded: record))
    }
  }
}

extension Judge {
  /// Selects the records for which a rule is asked, and counts those where it is skipped.
  mutating func select(
    _ position: Int, _ height: Int, _ bytes: Span<UInt8>, into selection: inout RuleSelection
  ) {
    let rule = plan.rules[position]
    if let field = rule.subject {
      let column = field * height..<(field + 1) * height
      if rule.seesFieldAsItIs {
        let first = field * height
        selection.take(present[first..<first + presentCounts[field]])
      } else {
        selection.takeSeen(
          by: rule, values.span.extracting(column), cells.span.extracting(column),
          blank: plan.blank(of: rule), bytes)
      }
    } else {
      selection.takeRecords(height)
    }
    if plan.usesStops {
      let (width, place) = (plan.fields.count + 1, rule.subject ?? plan.fields.count)
      selection.records.removeAll { stopped[Int($0) * width + place] }
    }
    if !masked.isEmpty, plan.maskedRules.contains(position) {
      let count = selection.records.count
      selection.records.removeAll { masked[Int($0)] }
      skips[position][.masked] += count - selection.records.count
    }
    let count = selection.records.count
    if rule.demands.contains(.remote) {
      let rejected = rejectedRecords(of: height)
      selection.records.removeAll { rejected[Int($0)] }
      skips[position][.rejected] += count - selection.records.count
    }
    if !rule.needs.isEmpty { removeUnmet(position, from: &selection.records) }
    if rule.when != nil { removeInapplicable(position, height, bytes, from: &selection.records) }
  }

  /// Which records stand rejected by what was judged so far.
  private func rejectedRecords(of height: Int) -> [Bool] {
    var rejected = Array(repeating: false, count: height)
    for error in unsorted where error.severity.rejects { rejected[Int(error.record)] = true }
    return rejected
  }

  /// Takes out the records where a rule that it needs has not passed.
  private mutating func removeUnmet(_ position: Int, from records: inout [Int32]) {
    let (needs, width, count) = (plan.rules[position].needs, plan.rules.count, records.count)
    records.removeAll { record in !needs.allSatisfy { passed[Int(record) * width + $0] } }
    skips[position][.needs] += count - records.count
  }

  /// Takes out the records where its condition is not true.
  private mutating func removeInapplicable(
    _ position: Int, _ height: Int, _ bytes: Span<UInt8>, from records: inout [Int32]
  ) {
    guard let when = plan.rules[position].when else { return }
    var (unknown, kept) = (0, 0)
    var context = context(bytes, height: height)
    for index in records.indices {
      let record = records[index]
      context.record = Int(record)
      switch when.truth(context) {
      case .unknown: unknown += 1
      case .isFalse: break
      case .isTrue:
        records[kept] = record
        kept += 1
      }
    }
    records.removeLast(records.count - kept)
    skips[position][.when] += unknown
  }
}

extension Plan {
  /// What a rule sees in place of a blank; nil when it sees it as such.
  fileprivate func blank(of planned: PlanRule) -> Value? {
    guard planned.empty == .validate, case .rule(let rule) = planned.kind, !rule.looksAtBlank,
      let field = planned.subject
    else { return nil }
    return fields[field].field.type.emptyText
  }
}
