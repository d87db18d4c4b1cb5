import FormDefinitions
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Checking a file in parts gives the same verdicts as checking the whole file.
@Suite struct PartTests {
  private static let definitions = PeopleDefinitions.yaml(
    fields: ["{name: amount, type: decimal}"],
    rules: """
      fields:
        id:
          - unique
        name:
          - length: {max: 9}
        amount:
          - range: {max: 50}
            needs: [id.unique]
          - unique:
            id: amount.once
            severity: warning
            when: amount > 20
      record:
        - unique: {fields: [name, amount], ignoreCase: true}
      limits:
        - rejected: {max: 1}
      """)

  /// A CSV file with content that is difficult to split.
  private static func bytes(_ generator: inout SeededGenerator, records: Int) -> [UInt8] {
    let ends = ["\n", "\r\n", "\n", "\r", "\n\n"]
    let names = [
      "Ana", "ana", "\"a\nb\"", "\"x \"\"y\"\"\r\n,z\"", "Zoë", "\u{FEFF}q", "sep=;", "",
      "\"cut", "st\"ray", "\"q\" x", "\"\n", "more,cells",
    ]
    var bytes = Array("id,name,amount\n".utf8)
    for record in 1...records {
      let id = Int.random(in: 0..<4, using: &generator) == 0 ? "\(record / 2)" : "\(record)"
      // Unusual names are rare, because an open quote includes the text that follows it.
      let odd = Int.random(in: 0..<9, using: &generator) == 0
      let name = names[Int.random(in: 0..<(odd ? names.count : 6), using: &generator)]
      let amount = ["1.5", "1.50", "30", "30.0", "77", "x", ""].randomElement(using: &generator)!
      bytes += Array("\(id),\(name),\(amount)".utf8)
      if Int.random(in: 0..<40, using: &generator) == 0 { bytes += [0xFF] }
      bytes += Array(ends[Int.random(in: 0..<ends.count, using: &generator)].utf8)
    }
    return bytes
  }

  /// JSON lines, some malformed, with late keys and keys in another order.
  private static func lines(_ generator: inout SeededGenerator, records: Int) -> [UInt8] {
    let ends = ["\n", "\r\n", "\n", "\r", "\n\n"]
    let names = [
      "\"Ana\"", "\"a\\nb\"", "\"Zo\u{EB}\"", "null", "7", "[1, \"x\"]", "{\"a\": 1}", "\"cut",
    ]
    var bytes = Array("\u{FEFF}".utf8)
    for record in 1...records {
      let id = Int.random(in: 0..<4, using: &generator) == 0 ? "\(record / 2)" : "\(record)"
      let name = names.randomElement(using: &generator)!
      let amount = ["1.5", "1.50", "30", "30.0", "\"77\"", "true"].randomElement(using: &generator)!
      var members = ["\"id\": \(id)", "\"name\": \(name)", "\"Amount\": \(amount)"]
      if Int.random(in: 0..<5, using: &generator) == 0 { members.swapAt(0, 2) }
      if Int.random(in: 0..<9, using: &generator) == 0 {
        members.insert("\"late, \(record)\": 1", at: 1)
      }
      bytes += Array("{\(members.joined(separator: ", "))}".utf8)
      if Int.random(in: 0..<40, using: &generator) == 0 { bytes += [0xFF] }
      bytes += Array(ends.randomElement(using: &generator)!.utf8)
    }
    return bytes
  }

  private func text(_ record: CheckedRecord) -> String {
    let errors = record.errors.map { "\($0.rule) \($0.code) \($0.message) \($0.column ?? 0)" }
    return "\(record.record) \(record.line) \(record.isRejected) \(errors)"
  }

  private func check(_ folder: TemporaryFolder) throws -> FileCheck {
    var check = try FileCheck(
      DefinitionSet(files: [folder.path("people.yaml")]), form: nil, rules: nil,
      now: Instant(seconds: 0))
    check.input.encoding = "utf-8"
    check.hashKey = HashKey(1, 2)
    return check
  }

  @Test(arguments: [1, 3, 7, 16, 64], ["csv", "ndjson"])
  func partsHaveTheVerdictsOfTheWhole(_ count: Int, _ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.definitions, to: "people.yaml")
    let path = folder.path("people.\(format)")
    let wrong = try RandomRounds.run("parts", 3) { generator, _ in
      let bytes =
        format == "csv"
        ? Self.bytes(&generator, records: 500) : Self.lines(&generator, records: 500)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      var check = try check(folder)
      var whole: [String] = []
      let summary = try check.check(path, note: { _ in }) { whole.append(text($0)) }
      #expect(summary.exceededLimits.count == 1)

      let split = try FileSplit(path, .parts(count), input: check.input, form: check.plan.form)
      #expect(split.parts.count <= count && split.parts.count > min(count, 30) / 2)
      func judge(_ body: (CheckedRecord) -> Void) throws {
        for part in split.parts {
          var one = check
          one.input.format = format
          one.input.part = InputPart(columns: split.columns)
          one.input.part?.bytes = part.bytes
          one.input.part?.firstRecord = part.firstRecord
          one.input.part?.firstLine = part.firstLine
          try one.requireWhole()
          let summary = try one.check(path, note: { _ in }, body)
          #expect(summary.records == part.records)
          #expect(summary.exceededLimits.isEmpty)
        }
      }
      // Collect the keys first, then compute the verdicts.
      check.comparing = .elsewhere
      var seen: Set<String> = []
      var repeated = "record,rule\n"
      try judge { record in
        for (rule, key) in record.keys where !seen.insert("\(rule) \(key)").inserted {
          repeated += "\(record.record),\(check.plan.rules[rule].id)\n"
        }
      }
      check.comparing = .known
      check.repeated = try RepeatedRecords(
        check.plan, file: folder.write(repeated, to: "repeated.csv"))
      var judged: [String] = []
      try judge { judged.append(text($0)) }
      return judged == whole ? nil : "\(zip(judged, whole).first { $0 != $1 } ?? ("", ""))"
    }
    #expect(wrong == nil)
  }

  /// The names of the files are canonically equivalent.
  @Test func repeatedRecordsAreThoseOfTheFileWithTheSameBytes() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.definitions, to: "people.yaml")
    let paths = try ["\u{E9}.csv", "e\u{301}.csv"].map {
      try folder.write("id,name,amount\n1,Ana,1\n2,Bo,2\n", to: $0)
    }
    var check = try check(folder)
    check.comparing = .known
    check.repeated = try RepeatedRecords(
      check.plan,
      file: folder.write("file,record,rule\n\(paths[0]),2,id.unique\n", to: "repeated.csv"))
    var rejected = [0, 0]
    for (index, path) in paths.enumerated() {
      _ = try check.check(path, note: { _ in }) { if $0.isRejected { rejected[index] += 1 } }
    }
    #expect(rejected == [1, 0])
  }

  /// Counts each part, and evaluates it with the sums of all counts.
  @Test(arguments: [1, 5, 40]) func partsAreCounted(_ count: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      PeopleDefinitions.yaml(
        fields: ["{name: amount, type: decimal}"],
        rules: """
          fields:
            name: [resembles]
            amount:
              - depends: {on: name, share: plurality, minority: 100%, missing: fail, ties: fail}
                when: id > 9
          """), to: "people.yaml")
    let path = folder.path("people.csv")
    let wrong = try RandomRounds.run("counted parts", 3) { generator, _ in
      try Data(Self.bytes(&generator, records: 300)).write(to: URL(fileURLWithPath: path))
      var check = try check(folder)
      check.showsValues = true
      var whole: [String] = []
      _ = try check.check(path, note: { _ in }) { whole.append(text($0)) }
      let split = try FileSplit(path, .parts(count), input: check.input, form: check.plan.form)
      func forEachPart(_ body: (FileCheck) throws -> Void) throws {
        for part in split.parts {
          var one = check
          one.input.part = InputPart(columns: split.columns)
          one.input.part?.bytes = part.bytes
          one.input.part?.firstRecord = part.firstRecord
          one.input.part?.firstLine = part.firstLine
          try body(one)
        }
      }
      var counts = CountsFile.header
      try forEachPart { part in
        #expect(throws: RecorderError.self) { try part.requireWhole() }
        var rows: [UInt8] = []
        try part.writeCounts(of: path) { rows += $0 }
        #expect(rows.starts(with: CountsFile.header))
        counts += rows.dropFirst(CountsFile.header.count)
      }
      try Data(counts).write(to: URL(fileURLWithPath: folder.path("counts.csv")))
      check.counts = CountsFile(folder.path("counts.csv"))
      var judged: [String] = []
      try forEachPart {
        try $0.requireWhole()
        _ = try $0.check(path, note: { _ in }) { judged.append(text($0)) }
      }
      #expect(whole.contains { $0.contains("depends.") })
      return judged == whole ? nil : "\(zip(judged, whole).first { $0 != $1 } ?? ("", ""))"
    }
    #expect(wrong == nil)
  }

  @Test(arguments: ["rule,value,count\n", "rule,group,value,count,text\nname.resembles,,abc,1,x\n"])
  func invalidCountsFilesAreRejected(_ content: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      form: people
      fields: [{name: name, type: text}]
      ---
      rules: people
      form: people
      fields: {name: [resembles]}
      """, to: "people.yaml")
    var check = try check(folder)
    check.counts = CountsFile(try folder.write(content, to: "counts.csv"))
    let file = try folder.write("name\na\n", to: "people.csv")
    #expect {
      try check.check(file, note: { _ in }) { _ in }
    } throws: {
      "\($0)".contains("must ")
    }
  }

  @Test(arguments: [
    ("- unique", "- {unique: [name, amount], needs: [id.unique]}"),
    ("- {unique: , stop: first}", "- unique: [name, amount]"),
  ])
  func rulesThatCannotBeComparedElsewhereAreRefused(_ id: String, _ both: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.definitions.replacing("    - unique\n  name", with: "    \(id)\n  name")
        .replacing("- unique: {fields: [name, amount], ignoreCase: true}", with: both),
      to: "people.yaml")
    var check = try check(folder)
    try check.requireWhole()
    check.comparing = .elsewhere
    #expect {
      try check.requireWhole()
    } throws: {
      "\($0)".contains("depends on rule 'id.unique'")
    }
  }

  @Test func referencesAreCompared() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      form: orders
      fields: [{name: amount, type: decimal}]
      ---
      rules: orders
      form: orders
      fields: {amount: [exists: {form: rates, field: rate}]}
      """, to: "orders.yaml")
    let file = try folder.write("amount\n1.50\n2\n7\n\n", to: "orders.csv")
    var check = try FileCheck(
      DefinitionSet(files: [folder.path("orders.yaml")]), form: nil, rules: nil,
      now: Instant(seconds: 0))
    check.input.part = try InputPart(header: "amount")
    #expect {
      try check.requireWhole()
    } throws: {
      ($0 as? RecorderError)?.remedies == [.supplyReference("rates.rate")]
    }
    let rates = try folder.write("rate,other\n1.5,x\n2.00,y\n,z\n", to: "rates.csv")
    check.references = [try #require(ReferenceValues("rates.rate=\(rates)"))]
    check.input.part = nil
    try check.requireWhole()
    #expect(check.exclusionNotes.isEmpty)
    var rejected: [Int] = []
    _ = try check.check(file, note: { _ in }) { if $0.isRejected { rejected.append($0.record) } }
    #expect(rejected == [3])
    try folder.write("rate\nmuch\n", to: "rates.csv")
    #expect {
      _ = try check.check(file, note: { _ in }) { _ in }
    } throws: {
      "\($0)".contains("rates.csv: line 2: the value of 'rate' is not of type decimal")
    }
  }

  /// Like an import, a check reads the values of another form as that form reads them.
  @Test func referencesAreReadAsTheirFormReadsThem() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      form: orders
      fields: [{name: amount, type: decimal}]
      ---
      rules: orders
      form: orders
      fields: {amount: [exists: {form: rates, field: rate}]}
      ---
      form: rates
      file: {missing: [NA], delimiter: ';', header: 3}
      fields:
        - {name: no, type: integer, required: true}
        - {name: rate, header: The rate, type: decimal, point: ",", trim: true, required: true}
      """, to: "orders.yaml")
    let file = try folder.write("amount\n1.50\n2\n7\n", to: "orders.csv")
    let rates = try folder.write("The rate;other\n 1,5 ;x\n2;y\nNA;z\n", to: "rates.csv")
    var check = try FileCheck(
      DefinitionSet(files: [folder.path("orders.yaml")]), form: "orders", rules: nil,
      now: Instant(seconds: 0))
    check.references = [try #require(ReferenceValues("rates.rate=\(rates)"))]
    var rejected: [Int] = []
    _ = try check.check(file, note: { _ in }) { if $0.isRejected { rejected.append($0.record) } }
    #expect(rejected == [3])
  }

  @Test func filesThatCannotBeSplitAreReported() throws {
    let folder = try TemporaryFolder()
    let json = try folder.write("[{\"id\":1}]\n", to: "people.json")
    let split = try FileSplit(json, .parts(3), input: InputOptions(), form: nil)
    #expect(split.parts.isEmpty)
    #expect(split.whole == "it is a JSON array")
    #expect(split.sha256?.count == 64)
    let empty = try FileSplit(
      folder.write("id,name\n", to: "empty.csv"), .parts(3), input: InputOptions(), form: nil)
    #expect(empty.parts.map(\.bytes) == [8..<8])
  }
}
