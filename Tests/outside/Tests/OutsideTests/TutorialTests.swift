import FormDefinitions
import FormModels
import FormRecorder
import Foundation
import Testing

/// The code of the DocC catalogues, and whether it does what they say.
@Suite struct TutorialTests {
  struct SignUp: Sendable {
    var email = ""
    var password = ""
    var repeated = ""
  }

  /// Keeps what the code prints out of the output of the tests.
  private func print(_ items: Any...) {}

  private func send(_ signUp: SignUp) async -> [ValidationError] {
    [ValidationError(field: "email", rule: "email.free", code: "taken", message: "Taken.")]
  }

  private func post(_ request: ServiceRequest) async throws -> [UInt8] { Array("true".utf8) }

  private func isFree(_ body: [UInt8]) -> Bool { true }

  @Test func aLiveSignUpForm() async throws {
    let signUps = try ModelValidator<SignUp>(name: "signups") {
      Property("email", \.email, .required, .email()).label("E-mail").trimmed()
      Property("password", \.password, .required, .length(min: 8)).label("Password")
      Property("repeated", \.repeated, .required, .equals(.field("password"))).label("Repetition")
    }

    var form = FormSession(SignUp(), signUps, policy: .focusLossThenInput)
    form.focus(\.email)
    form.edit(\.email, to: "ana@")
    for case .validityChanged(let change) in form.blur(\.email) {
      print(change.errors.map(\.message))  // ["E-mail must be an email address, such as …"]
    }
    form.edit(\.email, to: "ana@example.com")
    print(form.status(of: \.email).state)  // valid
    #expect(form.status(of: \.email).state == .valid)
    var wrong = form
    wrong.edit(\.email, to: "ana@")
    #expect(wrong.errors.map(\.code) == ["email.invalid"])

    form.edit(\.password, to: "correct horse")
    form.edit(\.repeated, to: "correct horse")
    form.blur(\.repeated)
    form.edit(\.password, to: "correct horse battery")
    form.blur(\.password)
    print(form.status(of: \.repeated).errors.map(\.code))  // ["equals.different"]
    form.edit(\.repeated, to: "correct horse battery")

    if form.validate().state == .valid {
      let normalized = try signUps.validated(form.model)
      for error in await send(normalized) { form.addServerErrors([error]) }
    }
    print(form.firstInvalidField ?? "sent")  // email
    #expect(form.firstInvalidField == "email")

    let asking = try ModelValidator<SignUp>(name: "signups") {
      Property("email", \.email, .required, .email(), .remote("https://api.example.com/free"))
    }
    let client = ServiceClient { request in
      .response(status: 200, body: try await post(request))
    }
    let live = LiveForm(FormSession(SignUp(), asking, policy: .input), using: client)
    await live.update { $0.edit(\.email, to: "ana@example.com") }
    let outcome = try await live.submit()
    print(outcome.state)  // valid
    #expect(outcome.state == .valid)
  }

  @Test func recordingImports() throws {
    let folder = NSTemporaryDirectory() + "formrec-tutorial-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = [folder + "/a.csv"]
    try "email,age\nana@example.com,20\nbob,30\n"
      .write(toFile: files[0], atomically: true, encoding: .utf8)

    let recorder = Recorder(database: folder + "/forms.sqlite")
    try recorder.apply(
      DefinitionSet(
        yaml: """
          form: members
          fields:
            - {name: email, type: text, required: true}
            - {name: age, type: integer}
          ---
          rules: members
          form: members
          fields:
            email: [email]
            age: [{range: {min: 18}}]
          """))

    try recorder.requireReadable(files)
    let importer = try recorder.openForImports()
    for file in files {
      let report = try importer.importFile(
        ImportRequest(path: file),
        ImportCallbacks(progress: { print($0.count) }, note: { print($0) }))
      print(report.records, report.rejected)
      try recorder.forEachRecordWithFailures(of: report, in: .english) { record in
        print("\(file):\(record.line)", record.errors.map(\.message))
      }
    }
    #expect(try recorder.list().imports.map(\.rejected) == [1])

    var asking = recorder
    let client = ServiceClient { request in
      .response(status: 200, body: Array(isFree(request.body) ? "true".utf8 : "false".utf8))
    }
    asking.settings.services = Services(client)
    #expect(asking.settings.services != nil)

    let changed = """
      rules: members
      form: members
      fields:
        age: [{range: {min: 21}}]
      ---
      form: members
      fields:
        - {name: email, type: text, required: true}
        - {name: age, type: integer}
      """
    let stricter = try DefinitionSet(yaml: changed)
    for impact in try recorder.impact(of: stricter) { print(impact.newlyRejected) }
    try recorder.apply(stricter, reason: "adults")
    let replayed = try recorder.replay(ReplayRequest())
    print(replayed.newlyRejected, try recorder.verify().isOK)
    #expect(replayed.newlyRejected == 1 && replayed.newlyAccepted == 1)
  }

  @Test func rulesInAFile() throws {
    struct SignUp: Sendable {
      var email: String
      var age: Int?
    }
    let text = """
      form: signups
      fields:
        - {name: email, type: text, label: E-mail, required: true, trim: true}
        - {name: age, type: integer}
      ---
      rules: signups
      form: signups
      fields:
        email: [email]
        age: [{range: {min: 18}}]
      """
    let definitions = try ParsedDefinitions(yaml: text, file: "signups.yaml")

    let signUps = try ModelValidator<SignUp>(definitions.forms[0], definitions.ruleSets[0]) {
      Property("email", \.email)
      Property("age", \.age)
    }
    let result = signUps.validate(SignUp(email: " ana@example ", age: 17))
    print(result.errors.map(\.code))  // ["email.invalid", "range.tooSmall"]
    #expect(result.errors.map(\.code) == ["email.invalid", "range.tooSmall"])

    print(signUps.form.yaml, signUps.ruleSet.yaml)
  }

  /// What the first pages of the catalogues show.
  private func overviews(_ text: String) throws {
    let values = {
      let validator = try Validator(.required, .email(), .length(max: 80))
      let result = validator.validate("ana@example.com")
      print(result)
    }
    try values()
    let definitions = try ParsedDefinitions(yaml: text, file: "signups.yaml")
    let validator = try FormValidator(definitions.forms[0], definitions.ruleSets[0])
    print(validator)
    let recorder = Recorder(database: "forms.sqlite")
    try recorder.apply(DefinitionSet(files: ["signups.yaml"]))
    let report = try recorder.submit(SubmissionRequest(values: ["email": "ana@example.com"]))
    print(report)
  }
}
