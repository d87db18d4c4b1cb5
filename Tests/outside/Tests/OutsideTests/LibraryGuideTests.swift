import FormModels
import FormRecorder
import Foundation
import Testing

/// The code of docs/library.md, and whether it does what the page says.
@Suite struct LibraryGuideTests {
  struct SignUp: Sendable {
    var email: String
    var age: Int?
  }

  /// Keeps what the code prints out of the output of the tests.
  private func print(_ items: Any...) {}

  @Test func thePage() async throws {
    let folder = NSTemporaryDirectory() + "formrec-guide-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "email,age\nana@example.com,20\n"
      .write(toFile: folder + "/week35.csv", atomically: true, encoding: .utf8)

    let signUps = try ModelValidator<SignUp>(name: "signups") {
      Property("email", \.email, .required, .email()).label("E-mail").trimmed()
      Property("age", \.age, .range(min: 18).message("You must be {min}."))
    }
    let kept = try signUps.validated(SignUp(email: " ana@example.com ", age: 30))
    print(kept.email)  // ana@example.com
    #expect(kept.email == "ana@example.com")

    do {
      _ = try signUps.validated(SignUp(email: "ana", age: 17), in: "de")
    } catch {
      print(error.localizedDescription)  // „E-mail“ muss … You must be 18.
      print(error.errors.map(\.code))  // ["email.invalid", "range.tooSmall"]
      let body = try JSONEncoder().encode(error)  // {"errors": [{"field": …
      print(body.count)
    }
    let thrown = #expect(throws: ValidationErrors.self) {
      try signUps.validated(SignUp(email: "ana", age: 17), in: "de")
    }
    #expect(thrown?.errors.map(\.code) == ["email.invalid", "range.tooSmall"])
    #expect(thrown?.localizedDescription.hasSuffix("You must be 18.") == true)

    let recorder = Recorder(database: folder + "/forms.sqlite")
    let definitions = try DefinitionSet(forms: [signUps.form], ruleSets: [signUps.ruleSet])
    for applied in try recorder.apply(definitions) where applied.isNew {
      print("\(applied.name)@\(applied.number)", applied.differences)
    }

    let ana = SignUp(email: "ana@example.com", age: 17)
    let report = try recorder.submit(
      SubmissionRequest(ana, as: signUps, source: "web", idempotencyKey: "f3b1"))
    print(report.isRejected, report.errors.map(\.message), report.head)
    _ = try recorder.submit(SubmissionRequest(values: ["email": "bo@example.com", "age": 40]))
    #expect(report.errors.map(\.message) == ["You must be 18."])

    @Sendable func post(_ url: String, _ body: [UInt8]) throws -> [UInt8] { Array("true".utf8) }
    var asking = recorder
    let client = ServiceClient(concurrency: 8) { request in
      .response(status: 200, body: try post(request.url, request.body))
    }
    asking.settings.services = Services(client, whenUnavailable: .reject)
    #expect(asking.settings.services != nil)

    let imported = try recorder.importFile(ImportRequest(path: folder + "/week35.csv"))
    print(imported.records, imported.rejected, imported.byRule.map(\.rule))
    let history = try recorder.history(of: report.submissionID)
    let audit = try recorder.audit(.all)
    let replayed = try recorder.replay(ReplayRequest())
    let listing = try recorder.list()
    print(history.verdicts.count, audit.byRule.count, replayed.unchanged, listing.imports.count)
    try recorder.export(ExportRequest(), to: .file(folder + "/open.csv", replacing: true))
    #expect(imported.records == 1 && replayed.unchanged == 3 && listing.imports.count == 2)

    do {
      _ = try recorder.history(of: 4711)
    } catch {
      switch error.reason {
      case .missing: print("gone")
      case .busy: print("later")
      default: throw error
      }
    }

    let search = RecordSearch([.init(field: "email", value: "ana@example.com")])
    for found in try recorder.find(search) { print(found.submissionID, found.state, found.reason) }
    var erasure = PurgeRequest(.record(search), by: "bo", reason: "erasure request")
    erasure.isDryRun = true
    print(try recorder.purge(erasure).submissions)
    #expect(try recorder.purge(erasure).submissions == 2)

    let background = AsyncRecorder(recorder)
    let answer = try await background.submit(try SubmissionRequest(kept, as: signUps))
    let problems = try await background.perform { recorder, _ in
      try recorder.verify().problemDescription
    }
    print(answer.submissionID, problems ?? "sound")
    #expect(problems == nil)
  }

  struct Person: Sendable { var first = "Ana", last = "Li  ", nick = "x1" }

  @Test func rulesAreShared() throws {
    let name: [RuleEntry] = [
      .required, .length(max: 40), .characters(.letter, .space, mode: .only),
    ]
    let people = try ModelValidator<Person> {
      Property("first", \.first).adding(name)
      Property("last", \.last).adding(name + [.lacks("  ")])
      Property("nick", \.nick, .length(min: 2)).adding(name)
    }
    #expect(people.validate(Person()).errors.map(\.rule) == ["last.lacks", "nick.characters"])
    let long = Person(nick: String(repeating: "x", count: 41))
    #expect(people.validate(long).errors.map(\.rule).last == "nick.length.2")
  }

  @Test func aStoreForTests() throws {
    let recorder = try Recorder.temporary(clock: { Instant(seconds: 1_800_000_000) })
    #expect(throws: RecorderError.self) { try recorder.list() }
  }
}
