import FormBytes
import FormInput
import FormRules

/// Converts the errors in judged records to reported errors with messages.
struct ErrorReporter {
  private let plan: Plan
  private let messages: PlanMessages
  /// Whether the value of each field is included.
  private let showsValue: [Bool]
  /// Whether records with errors include their content.
  private let showsContent: Bool
  /// The last error of each rule, by rule position, if it needs nothing but the rule's own message.
  private var cached: [ReportedError?]

  init(
    _ plan: Plan, in localization: Localization, showsValues: Bool = false,
    showsSensitive: Bool = false, showsContent: Bool = false
  ) {
    self.showsContent = showsContent
    self.plan = plan
    messages = PlanMessages(plan, in: localization)
    showsValue = plan.form.fields.enumerated().map { index, field in
      showsValues && (showsSensitive || !field.sensitive && !plan.cardFields.contains(index))
    }
    cached = Array(repeating: nil, count: plan.rules.count)
  }

  /// Calls a closure with each record that the judge read last, in order.
  mutating func forEachRecord(
    of judge: InputJudge, _ body: (CheckedRecord) throws -> Void
  ) rethrows {
    let records = judge.input.records
    let errors = judge.errors
    var next = 0
    var judged: Int32 = 0
    let evaluated = judge.evaluatedKeys.filter { !$0.keys.isEmpty }
    var nextKeys = Array(repeating: 0, count: evaluated.count)
    for (index, range) in records.records.enumerated() {
      var record = CheckedRecord(record: judge.input.recordsBefore + index + 1, line: range.line)
      if let fault = records.fault(of: range) {
        record.errors.append(error(fault, in: range))
        record.isRejected = true
      } else {
        while next < errors.count, errors[next].record == judged {
          record.errors.append(error(errors[next], index, judge: judge))
          if errors[next].severity.rejects { record.isRejected = true }
          next += 1
        }
        for (slot, (rule, keys)) in evaluated.enumerated() {
          let next = nextKeys[slot]
          if next < keys.count, keys[next].record == Int(judged) {
            record.keys.append((rule, keys[next].key))
            nextKeys[slot] += 1
          }
        }
        judged += 1
      }
      if showsContent, !record.errors.isEmpty { record.content = records.content(of: index) }
      try body(record)
    }
  }

  private func error(_ fault: RecordFault, in record: RecordRange) -> ReportedError {
    let code = fault.code.rawValue
    var reported = ReportedError(
      rule: code, field: nil, code: code, severity: .error,
      message: messages.message(ofRule: 0, code: code, arguments: fault.messageArguments))
    reported.line = fault.line == record.line ? nil : fault.line
    reported.column = fault.column
    return reported
  }

  private mutating func error(
    _ error: JudgedError, _ index: Int, judge: InputJudge
  ) -> ReportedError {
    let position = Int(error.rule)
    let rule = plan.rules[position]
    let column = rule.field.flatMap { judge.input.mapping.columnOfField[$0] }
    let showsValue = rule.field.map { self.showsValue[$0] } ?? false
    let isReusable = error.arguments.isEmpty && !showsValue
    if isReusable, var known = cached[position], known.code == error.code {
      known.column = column.map { $0 + 1 }
      return known
    }
    let field = rule.field.map { plan.form.fields[$0] }
    let value = showsValue ? text(ofColumn: column, record: index, judge: judge) : nil
    var reported = ReportedError(
      rule: rule.id, field: field?.name, code: error.code, severity: error.severity,
      message: messages.message(
        ofRule: position, code: error.code, arguments: error.arguments, value: value))
    reported.column = column.map { $0 + 1 }
    reported.value = value
    if isReusable { cached[position] = reported }
    return reported
  }

  private func text(ofColumn column: Int?, record index: Int, judge: InputJudge) -> String? {
    guard let column, column < judge.input.records.records[index].cellCount else {
      return nil
    }
    let cells = judge.input.records.cells(of: judge.input.records.records[index])
    return judge.input.records.text(of: cells[cells.startIndex + column])
  }
}

extension RecordBatch {
  fileprivate func content(of index: Int) -> CheckedRecord.Content {
    var bytes: [UInt8] = []
    guard let fault = fault(of: records[index]) else {
      appendCellsJSON(of: index, to: &bytes)
      return .cells(bytes)
    }
    bytes.append(raw(of: records[index]))
    return .malformed(bytes, fault)
  }
}
