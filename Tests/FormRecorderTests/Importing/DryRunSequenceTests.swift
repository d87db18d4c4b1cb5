import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

/// A dry run of several files predicts what the files before each of them leave in effect.
@Suite struct DryRunSequenceTests {
  /// Customers, and orders that look them up. Keys of the two forms have equal values.
  private static let orders = """
    form: customers
    key: [id]
    fields: [{name: id, type: integer}, {name: name, type: text}]
    ---
    rules: customers
    form: customers
    fields: {name: [{length: {max: 5}}]}
    ---
    form: orders
    key: [number]
    fields: [{name: number, type: integer}, {name: customer, type: integer}]
    ---
    rules: orders
    form: orders
    fields: {customer: [{exists: {form: customers, field: id}}]}
    """

  /// A rule `exists` looks up the accepted records of earlier files, also superseded ones.
  @Test func valuesOfEarlierFilesExist() throws {
    let store = try TemporaryStore(Self.orders)
    func request(_ form: String, _ text: String, as name: String) throws -> ImportRequest {
      try store.write(text, to: name)
      var request = ImportRequest(path: store.path(name))
      request.form = VersionReference(form)
      return request
    }
    _ = try store.recorder.importFile(request("customers", "id,name\n7,a\n", as: "0.csv"))
    let requests = [
      try request("customers", "id,name\n1,a\n2,b\n", as: "1.csv"),
      try request("orders", "number,customer\n1,1\n2,2\n3,3\n4,7\n", as: "2.csv"),
      // They supersede accepted records: one of an earlier file, and one of the store. Both still
      // exist.
      try request("customers", "id,name\n2,too long\n7,too long\n", as: "3.csv"),
      try request("orders", "number,customer\n5,1\n6,2\n7,7\n", as: "4.csv"),
    ]
    let dry = try store.recorder.openForImports(isDryRun: true)
    var dryRunContent: DryRunContent? = DryRunContent()
    let predicted = try requests.map {
      try dry.importFile($0, after: &dryRunContent, ImportCallbacks()).accepted
    }
    #expect(predicted == [2, 3, 0, 3])
    let importer = try store.recorder.openForImports()
    #expect(try requests.map { try importer.importFile($0).accepted } == predicted)
  }

  /// A file supersedes records whose keys are compared, although its own rules compare nothing.
  @Test func recordsUnderOtherRulesAreSuperseded() throws {
    let store = try TemporaryStore(
      """
      form: f
      key: [id]
      fields: [{name: id, type: integer}, {name: code, type: text}]
      ---
      rules: comparing
      form: f
      fields: {code: [{unique: ever}]}
      ---
      rules: plain
      form: f
      fields: {code: [{length: {max: 5}}]}
      """)
    func request(_ rules: String, _ records: String, as name: String) throws -> ImportRequest {
      try store.write("id,code\n\(records)", to: name)
      var request = ImportRequest(path: store.path(name))
      request.rules = VersionReference(rules)
      return request
    }
    _ = try store.recorder.importFile(request("comparing", "7,z\n", as: "0.csv"))
    let requests = [
      try request("comparing", "1,x\n", as: "1.csv"),
      try request("plain", "1,y\n7,w\n", as: "2.csv"),
      try request("comparing", "2,x\n3,z\n", as: "3.csv"),
    ]
    let dry = try store.recorder.openForImports(isDryRun: true)
    var dryRunContent: DryRunContent? = DryRunContent()
    let predicted = try requests.map {
      try dry.importFile($0, after: &dryRunContent, ImportCallbacks()).accepted
    }
    #expect(predicted == [1, 2, 2])
    let importer = try store.recorder.openForImports()
    #expect(try requests.map { try importer.importFile($0).accepted } == predicted)
  }

  @Test func valuesOfEarlierCorrectionsExist() throws {
    let store = try TemporaryStore(Self.orders)
    for (form, text) in [
      ("customers", "id,name\n8,too long\n"), ("orders", "number,customer\n1,9\n"),
    ] {
      try store.write(text, to: "\(form).csv")
      var request = ImportRequest(path: store.path("\(form).csv"))
      request.form = VersionReference(form)
      _ = try store.recorder.importFile(request)
    }
    func export(_ form: String) throws -> String {
      try store.export(.open, .csv, SubmissionSelection { $0.form = form })
    }
    let files = [
      try export("customers").replacing("8,too long,", with: "8,b,"),
      try export("orders").replacing("1,9,", with: "1,8,"),
    ]
    func correct(isDryRun: Bool) throws -> [Int] {
      var dryRunContent = DryRunContent()
      return try files.map { text in
        try store.write(text, to: "back.csv")
        var request = CorrectionRequest(path: store.path("back.csv"))
        request.isDryRun = isDryRun
        return try store.recorder.importCorrections(
          request, after: &dryRunContent, ImportCallbacks()
        ).accepted
      }
    }
    let predicted = try correct(isDryRun: true)
    #expect(predicted == [1, 1])
    #expect(try correct(isDryRun: false) == predicted)
  }

  /// Each group of corrections, and each file, is compared with what the ones before it would
  /// store.
  @Test func correctionsAreComparedWithEarlierOnes() throws {
    let store = try TemporaryStore(
      """
      form: f
      fields: [{name: id, type: integer}, {name: email, type: text}]
      ---
      rules: f
      form: f
      fields: {email: [email, {unique: ever}]}
      """)
    for (id, label) in [(1, "x"), (2, "y"), (3, "z")] {
      try store.add("id,email\n\(id),bad\n", as: "\(label).csv", batchLabel: label)
    }
    let rows = try store.export(.open).replacing(",bad,", with: ",a@x.com,")
      .split(whereSeparator: \.isNewline)
    let files = [[rows[1], rows[2]], [rows[3]]].map { [rows[0]] + $0 }
    func correct(isDryRun: Bool) throws -> [[Int]] {
      var dryRunContent = DryRunContent()
      return try files.map { rows in
        try store.write(rows.joined(separator: "\n") + "\n", to: "back.csv")
        var request = CorrectionRequest(path: store.path("back.csv"))
        request.isDryRun = isDryRun
        let report = try store.recorder.importCorrections(
          request, after: &dryRunContent, ImportCallbacks())
        return [report.accepted, report.rejected]
      }
    }
    let predicted = try correct(isDryRun: true)
    #expect(predicted == [[1, 1], [0, 1]])
    #expect(try correct(isDryRun: true) == predicted)
    #expect(try correct(isDryRun: false) == predicted)
  }

  /// Rules that compare the records of an import see the corrections of earlier files, and of
  /// earlier groups, which other columns separate.
  @Test(arguments: [
    ("unique", "1,A\n2,B\n", [["1,b,", "2,b,"]], [[1, 1]]),
    ("unique", "1,A\n2,B\n", [["1,b,"], ["2,b,"]], [[1, 0], [0, 1]]),
    ("{depends: p}", "1,a\n2,a\n3,a\n4,a\n5,A\n6,B\n", [["5,b,"], ["6,b,"]], [[0, 1], [1, 0]]),
  ])
  func correctionsAreComparedWithinTheirImport(
    _ rule: String, records: String, files: [[String]], expected: [[Int]]
  ) throws {
    let store = try TemporaryStore(
      """
      form: f
      fields:
        - {name: id, type: integer}
        - {name: code, type: text}
        - {name: p, type: text}
        - {name: extra, type: text}
      ---
      rules: f
      form: f
      fields: {code: [{pattern: "[a-z]+"}, \(rule)]}
      """)
    try store.add(
      "id,code,p\n" + records.split(separator: "\n").map { "\($0),x\n" }.joined())
    let export = try store.export(.open)
    let lines = export.split(separator: "\n")
    func correct(isDryRun: Bool) throws -> [[Int]] {
      var dryRunContent = DryRunContent()
      return try files.map { changes in
        // Only the first record has a value in another column, and so has more columns.
        let rows = try changes.enumerated().map { index, change in
          let line = try #require(lines.first { $0.hasPrefix(change.prefix(2)) })
          let rest = line.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2)
          let extra = files.count == 1 && index == 0 ? "e" : ""
          return "\(change)\(rest.joined(separator: ",")),\(extra)"
        }
        try store.write(
          (["\(lines[0]),extra"] + rows).joined(separator: "\n") + "\n", to: "back.csv")
        var request = CorrectionRequest(path: store.path("back.csv"))
        (request.isDryRun, request.acceptedColumns) = (isDryRun, ["extra"])
        let report = try store.recorder.importCorrections(
          request, after: &dryRunContent, ImportCallbacks())
        return [report.accepted, report.rejected]
      }
    }
    let predicted = try correct(isDryRun: true)
    #expect(predicted == expected)
    #expect(try correct(isDryRun: false) == predicted)
  }

  /// Several files that correct the same submission differently.
  @Test(arguments: ["a@b.de", "bad"])
  func correctionsOfOneSubmissionAreComparedWithEarlierOnes(_ email: String) throws {
    let store = try TemporaryStore()
    try store.add("id,email\n200,\(email)\n")
    let export = try store.export(.open)
    let rows = ["20,•••", "30,•••"] + (email == "bad" ? ["200,c@d.de"] : [])
    func correct(isDryRun: Bool) throws -> [String] {
      var dryRunContent = DryRunContent()
      return try rows.map { row in
        try store.write(export.replacing("200,•••", with: row), to: "back.csv")
        var request = CorrectionRequest(path: store.path("back.csv"))
        request.isDryRun = isDryRun
        let report = try store.recorder.importCorrections(
          request, after: &dryRunContent, ImportCallbacks())
        let refused = report.corrections?.refused.map { "\($0.reason)" } ?? []
        return "\(report.accepted) \(report.rejected) \(refused)"
      }
    }
    let predicted = try correct(isDryRun: true)
    #expect(predicted[1].contains(email == "bad" ? "changed differently" : "is closed"))
    #expect(email != "bad" || predicted[2] == "1 0 []")
    #expect(try correct(isDryRun: false) == predicted)
  }
}
