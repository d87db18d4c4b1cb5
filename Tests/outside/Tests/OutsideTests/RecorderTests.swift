import FormModels
import FormRecorder
import Foundation
import Testing

/// The recorder as a program uses it: everything here is public.
@Suite final class RecorderTests {
  struct SignUp: Sendable {
    var email = "ana@example.com"
    var age: Int? = 30
    var price = 1234.5
    var tags = ["a", "b"]
    var day = CalendarDate(year: 2026, month: 1, day: 31)
  }

  private let folder: String
  private let recorder: Recorder

  init() throws {
    folder = NSTemporaryDirectory() + "formrec-outside-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    recorder = Recorder(database: folder + "/forms.sqlite", lockTimeout: 0.2)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func signUps() throws -> ModelValidator<SignUp> {
    try ModelValidator(name: "signups") {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("age", \.age, .range(min: 18))
      Property("price", \.price)
      Property("tags", \.tags, .length(max: 3))
      Property("day", \.day)
    }
  }

  /// The model's own definitions, in the store.
  private func applied() throws -> ModelValidator<SignUp> {
    let validator = try signUps()
    let applied = try recorder.apply(
      DefinitionSet(forms: [validator.form], ruleSets: [validator.ruleSet]))
    #expect(applied.map(\.number) == [1, 1] && applied.filter(\.isNew).count == 2)
    return validator
  }

  private func reason(_ body: () throws -> Void) -> RecorderError.Reason? {
    #expect(throws: RecorderError.self) { try body() }?.reason
  }

  private func isDefinition(_ reason: RecorderError.Reason?) -> Bool {
    if case .definition? = reason { true } else { false }
  }

  @Test func modelsDictionariesAndJSONAreSubmitted() throws {
    let validator = try applied()
    let good = try recorder.submit(try SubmissionRequest(SignUp(), as: validator))
    #expect(!good.isRejected && good.submissionID == 1)
    let young = try recorder.submit(
      SubmissionRequest(values: ["email": "ana@example.com", "age": 17, "tags": ["x"]]))
    #expect(young.errors.map(\.rule) == ["age.range"])
    let json = try recorder.submit(SubmissionRequest(json: Array(#"{"email": "ana"}"#.utf8)))
    #expect(json.errors.map(\.code) == ["email.invalid"])
    let cells = try recorder.history(of: 1).cells
    #expect(cells.map(\.name) == ["email", "age", "price", "tags", "day"])
    #expect(cells.map(\.text) == ["ana@example.com", "30", "1234.5", #"["a","b"]"#, "2026-01-31"])
  }

  /// A form whose files are written otherwise than Swift writes values.
  @Test func valuesAreFormattedForTheForm() throws {
    try recorder.apply(
      DefinitionSet(
        yaml: """
          form: signups
          fields:
            - {name: price, type: decimal, point: ",", group: "."}
            - {name: day, type: date, format: dd-MMM-yy}
            - {name: ok, type: boolean, true: [ja], false: [nein]}
          ---
          rules: signups
          form: signups
          fields:
            price:
              - range: {min: 1, max: 2}
            day:
              - equals: 2026-01-31
            ok:
              - "true"
          """))
    let report = try recorder.submit(
      SubmissionRequest(values: [
        "price": 1.125, "day": CalendarDate(year: 2026, month: 1, day: 31), "ok": true,
      ]))
    #expect(report.errors.map(\.rule) == [])
    let cells = try recorder.history(of: 1).cells.map { "\($0.name) \($0.text ?? "")" }
    #expect(cells.sorted() == ["day 31-Jan-26", "ok ja", "price 1,125"])
  }

  @Test func filesAreImportedReplayedAndExported() throws {
    _ = try applied()
    let file = folder + "/a.csv"
    try "email,age\nana@example.com,20\nbob,30\neva@example.com,17\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let report = try recorder.importFile(ImportRequest(path: file))
    #expect(report.records == 3 && report.rejected == 2)
    #expect(report.byRule.map(\.rule) == ["email.email", "age.range"])

    let stricter = try ModelValidator<SignUp>(name: "signups") {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("age", \.age, .range(min: 21))
      Property("price", \.price)
      Property("tags", \.tags)
      Property("day", \.day)
    }
    let set = try DefinitionSet(forms: [stricter.form], ruleSets: [stricter.ruleSet])
    #expect(try recorder.impact(of: set).map(\.newlyRejected) == [1])
    let applied = try recorder.apply(set, reason: "adults")
    #expect(applied.map(\.isNew) == [false, true])
    #expect(
      applied[1].differences == [
        "age.range: min 18 → 21 (stricter)", "removed tags.length: max 3 (looser)",
      ])
    let differences = try recorder.diff(from: "signups@1", to: "signups@2")
    #expect(differences.map(\.changes) == [applied[1].differences])
    #expect(try recorder.replay(ReplayRequest()).newlyRejected == 1)

    let audit = try recorder.audit(.all)
    #expect(audit.byRule.map(\.rule).sorted() == ["age.range", "email.email"])
    let listing = try recorder.list()
    #expect(listing.ruleSets.map(\.number) == [2] && listing.imports.map(\.records) == [3])
    let export = try recorder.export(
      ExportRequest(), to: .file(folder + "/open.csv", replacing: false))
    #expect(export.submissions == 3)
    #expect(try recorder.form(#require(VersionReference("signups"))).fields.count == 5)
    #expect(try recorder.verify().isOK)
  }

  @Test func reportsAreEncoded() throws {
    let validator = try applied()
    let report = try recorder.submit(try SubmissionRequest(SignUp(age: 3), as: validator))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(report), as: UTF8.self)
    #expect(text.contains(#""verdict":"rejected""#) && text.contains(#""submission":1"#))
    for report: any Encodable in [
      try recorder.history(of: 1), try recorder.audit(.all),
      try recorder.list(), try recorder.verify(), try recorder.diagnose(),
    ] as [any Encodable] {
      #expect(try !encoder.encode(report).isEmpty)
    }
  }

  @Test func errorsCanBeCaughtByCase() throws {
    #expect(reason { _ = try recorder.list() } == .missing(.database))
    _ = try applied()
    #expect(reason { _ = try recorder.history(of: 9) } == .missing(.submission(9)))
    guard case .definition(let errors) = reason({ _ = try DefinitionSet(yaml: "form: x") }) else {
      Issue.record("an error of a definition is no case")
      return
    }
    #expect(errors.flatMap(\.errors).map(\.cause) == [.missing("fields")])
    #expect(isDefinition(reason { _ = try DefinitionSet(forms: [Form(name: "X", fields: [])]) }))
    #expect(
      reason { _ = try recorder.importFile(ImportRequest(path: folder + "/none.csv")) }
        == .unreadable)
    #expect(
      reason { _ = try recorder.submit(SubmissionRequest(json: Array("[]".utf8))) } == .refused)
    #expect(isDefinition(reason { _ = try DefinitionSet(files: [folder + "/none.yaml"]) }))
    var other = ImportRequest(path: folder + "/none.csv")
    other.form = VersionReference("nothing")
    #expect(reason { _ = try recorder.importFile(other) } == .missing(.form("nothing")))
    let noStore = Recorder(database: folder + "/a.txt")
    try "no store".write(toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
    #expect(reason { _ = try noStore.list() } == .storage)
  }

  @Test func requirementsMustBeRegistered() throws {
    let custom = ModelRule<SignUp>.custom("outsideEven", "{label} must be even.") { (value: Int) in
      value % 2 == 0
    }
    let validator = try ModelValidator<SignUp>(name: "customs") { Property("age", \.age, custom) }
    #expect(
      isDefinition(
        reason {
          _ = try recorder.apply(
            DefinitionSet(forms: [validator.form], ruleSets: [validator.ruleSet]))
        }))
  }

  @Test func asyncCallsDoNotBlockTheThread() async throws {
    let validator = try applied()
    let many = AsyncRecorder(Recorder(database: recorder.database, lockTimeout: 30), concurrency: 8)
    let reports = try await withThrowingTaskGroup(of: SubmissionReport.self) { group in
      for age in 0..<40 {
        group.addTask {
          try await many.submit(try SubmissionRequest(SignUp(age: age), as: validator))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(reports.map(\.submissionID)).count == 40)
    #expect(reports.count(where: \.isRejected) == 18)
    #expect(try await many.perform { recorder, _ in try recorder.list().runs.count } == 1)
    let task = Task { try await many.perform { _, _ in 1 } }
    #expect(try await task.value == 1)
    let cancelled = Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await many.submit(try SubmissionRequest(SignUp(), as: validator))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func newerStoreIsAnErrorCase() throws {
    _ = try applied()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: recorder.database))
    // SQLite's user version, in the header.
    bytes.replaceSubrange(60..<64, with: [0, 0, 1, 0])
    let path = folder + "/newer.sqlite"
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(reason { _ = try Recorder(database: path).list() } == .newer(schema: 256))
  }

  @Test func modelsAreStoredAtomically() throws {
    struct Order: Sendable { var items = [SignUp()] }
    let orders = try ModelValidator<Order>(name: "orders") {
      Each("items", \.items) { Property("email", \.email, .required) }
    }
    do {
      _ = try SubmissionRequest(Order(), as: orders)
      Issue.record("a request was created")
    } catch {
      #expect(error.reason == .notStorable(parts: ["items"]))
      #expect(error.localizedDescription == error.description)
    }
    var form = FormSession(Order(), orders)
    #expect(form.blur("admin") == [] && form.status(of: "admin").state == .untouched)
    form.validate()
    #expect(!form.status(of: "items[0].email").isEdited)
  }

  @Test func busyStoreIsAnErrorCase() async throws {
    let validator = try applied()
    let path = recorder.database + ".lock"
    let descriptor = open(path, O_RDWR)
    #expect(descriptor >= 0)
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // An open file description's lock stands against this process, too.
    let isLocked = unsafe withUnsafeMutablePointer(to: &lock) { unsafe fcntl(descriptor, 37, $0) }
    #expect(isLocked == 0)
    let busy = reason { _ = try recorder.submit(try SubmissionRequest(SignUp(), as: validator)) }
    #expect(busy == .busy(process: Int(getpid())))
  }

  /// A store for the tests of a program: submissions, history, audit and export.
  @Test func aTemporaryStoreIsDeletedWithItsRecorder() throws {
    var database = ""
    do {
      let recorder = try Recorder.temporary(clock: { Instant(seconds: 1_800_000_000) })
      database = recorder.database
      let validator = try signUps()
      try recorder.apply(DefinitionSet(forms: [validator.form], ruleSets: [validator.ruleSet]))
      let reports = try recorder.submit([
        SubmissionRequest(SignUp(), as: validator),
        SubmissionRequest(SignUp(age: 3), as: validator),
      ])
      #expect(reports.map(\.isRejected) == [false, true])
      #expect(try recorder.history(of: 2).verdicts.count == 1)
      #expect(try recorder.audit(.all).byRule.map(\.rule) == ["age.range"])
      let file = folder + "/open.csv"
      let export = try recorder.export(ExportRequest(), to: .file(file, replacing: false))
      #expect(export.submissions == 1)
      #expect(try Recorder.temporary().database != database)
      let copy = recorder
      #expect(try copy.verify().isOK && FileManager.default.fileExists(atPath: database))
    }
    #expect(!FileManager.default.fileExists(atPath: database))
  }
}
