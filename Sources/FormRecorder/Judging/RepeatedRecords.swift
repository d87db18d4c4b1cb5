import FormBytes
import FormInput
package import FormRules

/// The records of an input that `unique` rules find to be repeated, determined in advance from the
/// keys of the whole input. A part of the input cannot determine them.
package struct RepeatedRecords: Sendable {
  /// The positions of the rules, by record number.
  private var byRecord: [Int: [Int]] = [:]
  /// The positions of the rules by file, as bytes, and record number, if there are several files.
  private var byFile: [[UInt8]: [Int: [Int]]]?
  /// The column that lists the rules for each record, instead of a separate list.
  private var column: Int?
  private let positions: [String: Int]

  private init(_ plan: Plan) {
    positions = Dictionary(
      plan.statefulRulePositions.map { (plan.rules[$0].id, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Reads a column that holds the rule identifiers of each record as a JSON array. An empty cell
  /// means none.
  package init(_ plan: Plan, column name: String, of columns: [String]) throws(RecorderError) {
    self.init(plan)
    guard let index = columns.firstIndex(of: name) else {
      throw RecorderError(
        .usage,
        "the column of repetitions: "
          + String.unknown("column", name, known: columns))
    }
    column = index
  }

  /// Reads a CSV file with the columns `record` and `rule`, one line per record and rule. A column
  /// `file` may precede them.
  ///
  /// - Throws: `RecorderError` if the file has another format or names an unknown rule.
  package init(_ plan: Plan, file: String) throws(RecorderError) {
    self.init(plan)
    let columns = [["record", "rule"], ["file", "record", "rule"]]
    try FileTable.forEachRow(inCSV: file, columns: columns) { row in
      let cells = row.cells
      guard let number = Int(cells[cells.count - 2]), number > 0 else {
        throw RecorderError(
          .refused, "line \(row.line): must contain the number of a record and a rule")
      }
      let rule = try position(cells[cells.count - 1], line: row.line)
      if cells.count == 3 {
        var files = byFile ?? [:]
        byFile = nil
        files[cells[0].utf8Bytes, default: [:]][number, default: []].append(rule)
        byFile = files
      } else {
        byRecord[number, default: []].append(rule)
      }
    }
  }

  /// The repeated records of one file.
  func of(file: String) -> RepeatedRecords {
    guard let byFile else { return self }
    var records = self
    (records.byFile, records.byRecord) = (nil, byFile[file.utf8Bytes] ?? [:])
    return records
  }

  /// - Parameter rules: The identifiers of rules, by record number.
  init(_ plan: Plan, byRecord rules: [Int: [String]]) throws(RecorderError) {
    self.init(plan)
    for (record, rules) in rules {
      for rule in rules { byRecord[record, default: []].append(try position(rule, line: record)) }
    }
  }

  private func position(_ rule: String, line: Int) throws(RecorderError) -> Int {
    if let position = positions[rule] { return position }
    throw RecorderError(
      .refused,
      "line \(line): "
        + String.unknown("unique rule", rule, known: positions.keys.sorted()))
  }

  /// The positions of the repeated records among those that are judged, each with the positions of
  /// the rules.
  func entries(in judge: InputJudge) throws(RecorderError) -> [(record: Int, rules: [Int])] {
    if byRecord.isEmpty, column == nil { return [] }
    var found: [(record: Int, rules: [Int])] = []
    for (judged, index) in judge.judgedRecords.enumerated() {
      let number = judge.input.recordsBefore + Int(index) + 1
      if let column {
        let rules = try rules(in: column, ofRecord: Int(index), of: judge.input.records, number)
        if !rules.isEmpty { found.append((judged, rules)) }
      } else if let rules = byRecord[number] {
        found.append((judged, rules))
      }
    }
    return found
  }

  private func rules(
    in column: Int, ofRecord index: Int, of records: RecordBatch, _ number: Int
  ) throws(RecorderError) -> [Int] {
    let cells = records.cells(of: records.records[index])
    let cell = cells[cells.startIndex + column]
    if cell.count == 0 { return [] }
    // The reader expects an object at the top level.
    guard
      case .mapping(let entries)? = JSONReader.read("{\"\":\(records.text(of: cell))}")?.content,
      entries.count == 1, case .sequence(let items) = entries[0].value.content
    else {
      throw RecorderError(
        .refused, "record \(number): the column of repetitions does not contain a JSON array")
    }
    var rules: [Int] = []
    for item in items { rules.append(try position(item.scalar ?? "", line: number)) }
    return rules
  }
}
