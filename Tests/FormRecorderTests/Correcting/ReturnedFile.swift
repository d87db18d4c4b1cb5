import FormRules
import FormTestSupport

@testable import FormRecorder

/// A generated export of failures, as people and spreadsheet programs return it.
struct ReturnedFile {
  /// The kind of the values in a column.
  enum Kind: CaseIterable {
    case id, firstName, lastName, fullName, email, phone, city, country, truth, status, amount,
      date, note

    /// Whether the column has many different values, few of which occur in several records.
    var isTelling: Bool {
      switch self {
      case .id, .email, .phone, .fullName, .amount: true
      case .firstName, .lastName, .city, .country, .truth, .status, .date, .note: false
      }
    }
  }

  let columns: [Kind]
  let isMasked: [Bool]
  /// The imported records, by record and column.
  let records: [[String]]
  /// The indexes of the failed records. `failing` contains their columns with errors.
  let rows: [Int]
  var failing: [Set<Int>]
  /// The returned cells.
  var cells: [[String]]
  /// The cells of an extra row at the end, without a submission.
  var below: [String] = []
  /// The returned cells before errors are corrected.
  var rearranged: [[String]] = []

  func before(_ row: Int, _ column: Int) -> String { records[rows[row]][column] }

  init(rows count: Int, random: inout some RandomNumberGenerator) {
    var kinds = Kind.allCases.shuffled(using: &random).prefix(.random(in: 2...9, using: &random))
    if !kinds.contains(where: \.isTelling) { kinds.append(.id) }
    let columns = Array(kinds)
    // Usually, few of many records fail.
    let size =
      count * [1, 3, 30].randomElement(using: &random)! + (Bool.random(using: &random) ? 40 : 0)
    var records = (0..<max(count, min(size, 1_500))).map { record in
      columns.map { Self.value($0, record, &random) }
    }
    let rows = Array(records.indices.shuffled(using: &random).prefix(count)).sorted()
    failing = rows.map { row in
      let failures = columns.indices.shuffled(using: &random)
        .prefix(.random(in: 1...2, using: &random))
      for column in failures { records[row][column] = Self.wrong(columns[column], &random) }
      return Set(failures)
    }
    isMasked = columns.map { _ in Int.random(in: 0..<4, using: &random) == 0 }
    cells = rows.map { records[$0] }
    self.rows = rows
    self.columns = columns
    self.records = records
  }

  static func value(
    _ kind: Kind, _ record: Int, _ random: inout some RandomNumberGenerator
  ) -> String {
    func any(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    switch kind {
    case .id: return String(10_000 + record)
    case .firstName: return names[any(0...39)]
    case .lastName: return names[any(0...39)] + names[any(0...9)].lowercased()
    case .fullName:
      return "\(names[any(0...39)]) \(names[any(0...39)])\(names[any(0...9)].lowercased())"
    case .email: return "\(names[any(0...39)].lowercased())\(record)@example.org"
    case .phone: return "+49 \(any(100...999)) \(any(100_000...999_999))"
    case .city: return "City \(min(any(0...60), any(0...60)))"
    case .country: return ["DE", "DE", "DE", "FR", "GB", "US", "IT", "ES", "PL"][any(0...8)]
    case .truth: return any(0...2) == 0 ? "yes" : "no"
    case .status: return ["open", "closed", "new"][any(0...2)]
    case .amount: return "\(any(1...99_999)).\(any(10...99))"
    case .date: return "2026-0\(any(1...9))-\(any(10...28))"
    case .note: return any(0...3) == 0 ? "note \(any(1...999))" : ""
    }
  }

  static let names = [
    "Ana", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kai", "Lea", "Max",
    "Nora", "Otto", "Pia", "Quin", "Rosa", "Sam", "Tina", "Udo", "Vera", "Will", "Xenia", "Yuri",
    "Zoe", "Amir", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hedi", "Ivan", "Jil", "Kurt",
    "Lou",
    "Mia", "Nils",
  ]

  private static func wrong(_ kind: Kind, _ random: inout some RandomNumberGenerator) -> String {
    let number = Int.random(in: 1...9_999, using: &random)
    switch kind {
    case .email: return "bad\(number)"
    case .country: return ["Germany", "XX", "DEU"].randomElement(using: &random)!
    case .truth: return ["ja", "x"].randomElement(using: &random)!
    case .status: return ["opne", "NEW"].randomElement(using: &random)!
    case .phone, .amount, .date, .id: return "?\(number)"
    case .firstName, .lastName, .fullName, .city, .note:
      return Bool.random(using: &random) ? "" : "#\(number)"
    }
  }

  /// The table that the checks read. A masked cell is unchanged unless either its old or its new
  /// value is empty.
  var table: ReturnedTable {
    var table = ReturnedTable(header: columns.indices.map { "\(columns[$0])" })
    for row in rows.indices {
      var changes: [Int: [UInt8]] = [:]
      for column in columns.indices where cells[row][column] != before(row, column) {
        if isMasked[column] {
          if before(row, column).isEmpty {
            table.movedMasks.append((column, row + 2))
          } else if cells[row][column].isEmpty {
            changes[column] = []
          }
        } else {
          changes[column] = Array(cells[row][column].utf8)
        }
      }
      table.append(
        .init(line: row + 2, submission: Int64(rows[row] + 1), importID: 1),
        columns.indices.map { Array(before(row, $0).utf8) }, changes)
    }
    if !below.isEmpty { table.append(unnamed: below.map { Array($0.utf8) }) }
    return table
  }

  var isChanged: Bool {
    let table = table
    return !table.movedMasks.isEmpty || table.before != table.after
  }
}

extension ReturnedFile: CorrectionContext {
  var fields: [Field?] {
    columns.map {
      Field(name: "\($0)", type: $0 == .truth && records.count % 2 == 0 ? .boolean() : .text)
    }
  }

  func isFailing(_ row: Int, _ column: Int) -> Bool { failing[row].contains(column) }

  func hasError(_ row: Int, _ column: Int) -> Bool { failing[row].contains(column) }

  func sample() -> ColumnSample {
    var sample = ColumnSample(fields: fields)
    sample.add(table)
    for record in records.prefix(1_000) { sample.add(record.map { Array($0.utf8) }) }
    return sample
  }

  func otherSubmissions(like columns: [Int: [Int]]) -> [Int: [[UInt8]]] {
    var otherSubmissions: [Int: [[UInt8]]] = [:]
    for record in records.indices where !rows.contains(record) {
      for (row, columns) in columns
      where columns.count(where: { cells[row][$0] == records[record][$0] }) > 1 {
        otherSubmissions[row] = records[record].map { Array($0.utf8) }
      }
    }
    return otherSubmissions
  }
}
