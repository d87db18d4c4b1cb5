import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// What holds for every returned file: a cell that no failure concerns keeps its value, an honest
/// change of a failing cell is stored, and two people never overwrite each other unnoticed.
@Suite struct CorrectionLawTests {
  private static let rounds = LongTests.areWanted ? 2_000 : 25

  /// What happens to a file between its export and its return.
  private enum Damage: CaseIterable {
    case sortColumn, sortRows, shiftDown, fillDown, exchange, zeros, scientific, cut, upperCase
    case blanks, noBreakBlanks, dates, digits, errorValue, question, accents, encoding, emptied
    case deleteColumn, deleteRows, moveSubmissions, retypeSubmission, apostrophes, lineEnds
    case quotes, thousands, formula, longText, headerCase, reorderColumns
  }

  private struct Table {
    var header: [String]
    var rows: [[String]]

    func column(_ name: String) -> Int { header.firstIndex(of: name) ?? 0 }

    var text: String {
      ([header] + rows).map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
      }.joined()
    }
  }

  private static let own = ["_submission", "_line", "_check", "_errors"]

  private func table(_ store: TemporaryStore) throws -> Table {
    try store.write(try store.export(.open, check: true), to: "open.csv")
    let table = try FileTable(reading: store.path("open.csv"))
    return Table(header: table.header, rows: table.rows.map(\.cells))
  }

  private static func apply(
    _ damage: Damage, to table: inout Table, _ random: inout SeededGenerator
  ) {
    let data = table.header.indices.filter { !own.contains(table.header[$0]) }
    let column = data.randomElement(using: &random)!
    let count = table.rows.count
    let row = Int.random(in: 0..<count, using: &random)
    let other = Int.random(in: 0..<count, using: &random)
    func change(_ body: (String) -> String) {
      for row in table.rows.indices { table.rows[row][column] = body(table.rows[row][column]) }
    }
    func set(_ values: [String]) {
      for (row, value) in values.enumerated() { table.rows[row][column] = value }
    }
    switch damage {
    case .sortColumn: set(table.rows.map { $0[column] }.sorted())
    case .sortRows: table.rows.sort { $0[column] < $1[column] }
    case .shiftDown: set([""] + table.rows.dropLast().map { $0[column] })
    case .fillDown: for row in row..<count { table.rows[row][column] = table.rows[other][column] }
    case .exchange:
      let text = table.rows[row][column]
      table.rows[row][column] = table.rows[other][column]
      table.rows[other][column] = text
    case .zeros: change { String($0.drop { $0 == "0" }) }
    case .scientific: change { Double($0) == nil ? $0 : $0 + "E+00" }
    case .cut: change { String($0.prefix(5)) }
    case .upperCase: change { $0.uppercased() }
    case .blanks: change { $0.replacing(" ", with: "  ") }
    case .noBreakBlanks: change { $0.replacing(" ", with: "\u{A0}") }
    case .dates: change { $0.contains("-") ? "1-Sep" : $0 }
    case .digits: change { $0.replacing(".", with: "") }
    case .errorValue: table.rows[row][column] = "#NAME?"
    case .question:
      change { String(String.UnicodeScalarView($0.unicodeScalars.map { $0.isASCII ? $0 : "?" })) }
    case .accents: change { $0.folding(options: .diacriticInsensitive, locale: nil) }
    case .encoding: change { String(data: Data($0.utf8), encoding: .isoLatin1) ?? $0 }
    case .emptied: change { _ in "" }
    case .deleteColumn:
      table.header.remove(at: column)
      for row in table.rows.indices { table.rows[row].remove(at: column) }
    case .deleteRows: table.rows.removeSubrange(0..<(count / 2))
    case .moveSubmissions:
      let number = table.column("_submission")
      let numbers = table.rows.map { $0[number] }.shuffled(using: &random)
      for row in table.rows.indices { table.rows[row][number] = numbers[row] }
    case .retypeSubmission:
      table.rows[row][table.column("_submission")] = table.rows[other][table.column("_submission")]
    case .apostrophes: change { "'" + $0 }
    case .lineEnds: change { $0.replacing("\n", with: "\r\n") }
    case .quotes: change { $0.replacing("'", with: "\u{2019}") }
    case .thousands: change { $0.count > 3 ? $0.prefix(1) + "," + $0.dropFirst() : $0 }
    case .formula: table.rows[row][column] = "0"
    case .longText: change { $0.isEmpty ? $0 : String(repeating: $0, count: 3) }
    case .headerCase: table.header[column] = table.header[column].uppercased()
    case .reorderColumns:
      table.header.swapAt(column, data[0])
      for row in table.rows.indices { table.rows[row].swapAt(column, data[0]) }
    }
  }

  /// The stored cells by submission, and the submission that each corrects.
  private func stored(_ store: TemporaryStore) throws -> [Int: (cells: [String], corrects: Int?)] {
    var stored: [Int: (cells: [String], corrects: Int?)] = [:]
    for row in try store.rows(
      "SELECT submission, coalesce(corrects, 0), cells FROM submission_view")
    {
      let parts = row.split(separator: "|", maxSplits: 2).map(String.init)
      let cells = try JSONDecoder().decode([String].self, from: Data(parts[2].utf8))
      stored[Int(parts[0])!] = (cells, Int(parts[1]) == 0 ? nil : Int(parts[1]))
    }
    return stored
  }

  @Test func protectedCellsKeepTheirValues() throws {
    let wrong = try RandomRounds.run("returned files", Self.rounds) { random, show in
      let store = try RejectedPeople.store()
      var table = try table(store)
      var shown: [String] = []
      let amount = table.column("amount")
      var honest: [String: String] = [:]
      for row in table.rows.indices where Bool.random(using: &random) {
        let value = "\(Int.random(in: 1...99, using: &random))"
        table.rows[row][amount] = value
        honest[table.rows[row][table.column("_submission")]] = value
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let damage = Damage.allCases.randomElement(using: &random)!
        shown.append("\(damage)")
        Self.apply(damage, to: &table, &random)
      }
      show("\(shown)\n\(table.text)")
      let keeps = Bool.random(using: &random)
      var counts: CorrectionCounts?
      do {
        counts = try store.correct(table.text) { if keeps { $0.keptColumns = ["all"] } }.corrections
      } catch let error as RecorderError where !shown.isEmpty {
        return error.reason == .refused ? nil : "\(error)"
      }
      let stored = try stored(store)
      for (id, submission) in stored {
        guard let corrects = submission.corrects, let before = stored[corrects]?.cells else {
          continue
        }
        // Only the amount failed.
        for (column, cell) in submission.cells.enumerated()
        where column != 3 && cell != before[column] {
          return "submission \(id), column \(column): \(before[column]) → \(cell)"
        }
        if shown.isEmpty, submission.cells[3] != honest["\(corrects)"] {
          return "submission \(id): \(submission.cells[3])"
        }
      }
      if shown.isEmpty, counts?.rows != honest.count { return "\(counts as Any)" }
      return nil
    }
    #expect(wrong == nil)
  }

  /// Two people correct the same export. Either the order does not matter, or the second one learns
  /// of a conflict.
  @Test func patchesOfTwoPeopleCommuteOrConflict() throws {
    let definitions = """
      form: people
      fields:
        - {name: id, type: integer}
        - {name: name, type: text}
        - {name: city, type: text}
        - {name: age, type: integer}
      ---
      rules: people
      form: people
      fields:
        name: [{pattern: '[A-Z][a-z]*'}]
        city: [{pattern: '[A-Z][a-z]*'}]
        age: [{range: {max: 100}}]
      """
    let records = "id,name,city,age\n" + (1...6).map { "\($0),n\($0),c\($0),20\($0)\n" }.joined()
    let wrong = try RandomRounds.run("two people", Self.rounds) { random, show in
      func edited(_ table: Table) -> Table {
        var table = table
        for row in table.rows.indices {
          for column in 1...3 where Int.random(in: 0..<4, using: &random) == 0 {
            table.rows[row][column] =
              column == 3
              ? ["30", "40", "500"].randomElement(using: &random)!
              : ["Ana", "Bo", "x"].randomElement(using: &random)!
          }
        }
        return table
      }
      let first = try TemporaryStore(definitions)
      try first.add(records)
      let base = try table(first)
      let (ana, bo) = (edited(base), edited(base))
      show(ana.text + bo.text)
      func outcome(_ files: [Table]) throws -> (state: [String], refused: Int) {
        let store = try TemporaryStore(first.contents())
        var refused = 0
        for file in files {
          refused += try #require(try store.correct(file.text).corrections).refused.count
        }
        return (
          try store.rows(
            "SELECT id, name, city, age FROM form_people WHERE _state = 'current' ORDER BY 1"),
          refused
        )
      }
      let (one, other) = (try outcome([ana, bo]), try outcome([bo, ana]))
      if one.state == other.state || one.refused > 0 || other.refused > 0 { return nil }
      return "\(one.state) and \(other.state)"
    }
    #expect(wrong == nil)
  }
}
