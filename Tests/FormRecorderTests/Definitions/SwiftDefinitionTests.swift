import FormModels
import FormRecorderTestSupport
import Testing

@testable import FormRecorder

/// Definitions that are created in Swift: what a file would not be allowed is refused before it is
/// stored.
@Suite struct SwiftDefinitionTests {
  private static func form(_ field: Field) -> DefinitionParts {
    .init(Form(name: "f", fields: [field]))
  }
  private static var delimited: Form {
    var form = Form(name: "f", fields: [Field(name: "a", type: .text)])
    form.file.delimiter = "ab"
    return form
  }
  private static func type(_ type: FieldType) -> DefinitionParts {
    form(Field(name: "a", type: type))
  }
  private static func rule(_ rule: RuleEntry) -> DefinitionParts {
    .init(
      Form(name: "f", fields: [Field(name: "a", type: .text)]),
      RuleSet(name: "r", form: "f", fields: [FieldRules(field: "a", rules: [rule])]))
  }

  struct DefinitionParts: Sendable {
    var form: Form
    var ruleSet: RuleSet?

    init(_ form: Form, _ ruleSet: RuleSet? = nil) { (self.form, self.ruleSet) = (form, ruleSet) }

    func set() throws -> DefinitionSet {
      try DefinitionSet(forms: [form], ruleSets: ruleSet.map { [$0] } ?? [])
    }
  }

  private static let refused: [(DefinitionParts, String)] = [
    (rule((0..<9).reduce(.email()) { rule, _ in .not(rule) }), "more than 8 levels"),
    (rule((0..<9).reduce(.email()) { rule, _ in .any(rule) }), "more than 8 levels"),
    (rule((0..<5_000).reduce(.email()) { rule, _ in .not(rule) }), "more than 8 levels"),
    (rule(RuleEntry("emial")), "did you mean 'email'?"),
    (rule(.length(max: 3).message("a\0b")), "NUL"),
    (rule(.in(["a\0b"])), "NUL"),
    (type(.decimal(.init(scale: -1))), "scale"),
    (type(.decimal(.init(point: ",", group: [","]))), "group"),
    (type(.decimal(.init(point: ""))), "point"),
    (type(.decimal(.init(strip: [""]))), "strip"),
    (type(.boolean(.init(yes: ["a"], no: ["A"]))), "both"),
    (type(.boolean(.init(yes: [], no: ["no"]))), "word"),
    (type(.boolean(.init(yes: [""], no: ["no"]))), "word"),
    (type(.list(separator: "")), "separator"),
    (form(Field(name: "a", label: "a\0b", type: .text)), "NUL"),
    (form(Field(name: "a", type: .text).changed { $0.labelTranslations = ["de": "a\0b"] }), "NUL"),
    (form(Field(name: "a", type: .text).changed { $0.header = "" }), "header"),
    (form(Field(name: "a", type: .text).changed { $0.presentation.help = "\0" }), "NUL"),
    (
      .init(
        Form(name: "f", key: ["a", "a"], fields: [Field(name: "a", type: .text)])), "twice in key"
    ),
    (
      .init(
        Form(
          name: "f", fields: [Field(name: "a", type: .text)],
          lists: [ValueList(name: "l", values: ["x"]), ValueList(name: "l", values: ["y"])])),
      "l"
    ),
    (.init(Form(name: "f", fields: [])), "has no fields"),
    (
      .init(
        Form(name: "f", fields: [Field(name: "a", type: .text)]),
        RuleSet(
          name: "r", form: "f",
          fields: [
            FieldRules(field: "a", rules: [.email()]), FieldRules(field: "a", rules: [.required]),
          ])), "a"
    ),
    (.init(delimited), "delimiter"),
  ]

  @Test(arguments: refused.indices) func definitionsThatAFileMustNotHaveAreRefused(_ index: Int) {
    let (parts, expected) = Self.refused[index]
    let error = #expect(throws: RecorderError.self) { try parts.set() }
    #expect(error?.description.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }

  /// Validators refuse senseless types in the same words.
  @Test(arguments: refused.indices.filter { refused[$0].0.ruleSet == nil })
  func validatorsRefuseTheSameTypes(_ index: Int) throws {
    let (parts, expected) = Self.refused[index]
    guard let type = parts.form.fields.first?.type, type != .text else { return }
    let error = #expect(throws: DefinitionErrors.self) {
      try Validator("a", as: type, .required)
    }
    #expect(error?.description.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }

  /// A parameter may be named although it is the main one.
  @Test func spellingsOfParametersAreOne() throws {
    let spellings = [
      RuleEntry("pattern", "[a-z]+"), RuleEntry("pattern", ["pattern": "[a-z]+"]),
    ]
    let recorder = try Recorder.temporary()
    for (index, spelling) in spellings.enumerated() {
      let applied = try recorder.apply(Self.rule(spelling).set())
      #expect(applied.map(\.isNew) == (index == 0 ? [true, true] : [false, false]))
    }
    #expect(try recorder.submit(SubmissionRequest(values: ["a": "7"])).isRejected)
  }

  @Test func definitionsAreReadBackAsTheyAre() throws {
    struct Account: Sendable { var email = "", zip = "", age = 0 }
    let accounts = try ModelValidator<Account>(name: "accounts") {
      Property("email", \.email, .not(.not(.email()))).label("E-mail").label("Mél", language: "fr")
      Property("zip", \.zip, .postcode("DE"), .postcode("AT").when("isAustrian") { $0.age > 3 })
      Property("age", \.age).order(1)
    }
    let recorder = try Recorder.temporary()
    try recorder.apply(DefinitionSet(forms: [accounts.form], ruleSets: [accounts.ruleSet]))
    let account = Account(email: "a", zip: "x", age: 4)
    let report = try recorder.submit(SubmissionRequest(account, as: accounts))
    #expect(report.errors.map(\.rule) == ["email.not", "zip.postcode", "zip.postcode.2"])
    #expect(accounts.validate(account).errors.map(\.rule) == report.errors.map(\.rule))
    #expect(try !recorder.apply(DefinitionSet(forms: [accounts.form])).contains(where: \.isNew))
  }

  /// A version that an earlier program stored can be replaced, and the replacement throws nothing
  /// after it is stored.
  @Test func aVersionThatCannotBeReadIsReplaced() throws {
    let store = try TemporaryStore()
    let deep =
      String(repeating: #"{"not":"#, count: 9) + #""email""# + String(repeating: "}", count: 9)
    let unreadable = #"{"fields":{"email":[\#(deep)]},"form":"people","rules":"people"}"#
    try store.tamper("UPDATE version SET content = '\(unreadable)' WHERE content LIKE '%range%'")
    let recorder = Recorder(database: store.path("store.sqlite"))
    let request = SubmissionRequest(values: ["id": 1])
    #expect(throws: RecorderError.self) { try recorder.submit(request) }
    let applied = try recorder.apply(
      DefinitionSet(ruleSets: [RuleSet(name: "people", form: "people")]))
    #expect(applied.map(\.isNew) == [true] && applied[0].differences.isEmpty)
    #expect(try !recorder.submit(request).isRejected)
  }
}
