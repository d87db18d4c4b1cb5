import FormModels
import FormTestSupport
import Foundation
import Testing

/// No call of the public API stops the process, regardless of its arguments.
///
/// A trap ends the test process, which writes the seed. Set `ROUNDS=1000` to run many rounds.
@Suite struct RulesFuzzTests {
  private struct SignUp: Sendable {
    struct Address: Sendable { var country = "", zip = "" }
    struct Item: Sendable { var name = "", quantity = 1 }
    var email = "", password = "", repeated = ""
    var age: Int?
    var address = Address()
    var delivery: Address?
    var items: [Item] = []

    static func validator() throws -> ModelValidator<SignUp> {
      try ModelValidator {
        Property("email", \.email, .required, .email())
        Property("password", \.password, .length(min: 3))
        Property("repeated", \.repeated, .equals(.field("password")))
        Property("age", \.age, .range(min: 18).severity(.warning))
        Check("check", at: "age", "Checked.") { $0.age != 3 }
        RecordRules(.must("email != password"))
        Nested("address", \.address) {
          Property("zip", \.zip, .length(exact: 5), .pattern("[0-9]+"))
        }
        Nested("delivery", \.delivery) { Property("zip", \.zip, .required) }
        Each("items", \.items) {
          Property("name", \.name, .required, .unique(), .remote("https://example.com/x"))
          Property("quantity", \.quantity, .range(min: 1))
        }
      }
    }
  }

  private func run(_ name: String, _ count: Int, _ body: (inout OddValues) throws -> Void) rethrows
  {
    let failure = try RandomRounds.run(name, count) { random, _ in
      var odd = OddValues(random: random)
      try body(&odd)
      return nil
    }
    #expect(failure == nil)
  }

  @Test func randomCallsOfValidatorsDoNotTrap() {
    run("validators", 60) { odd in
      let rules = (0..<odd.pick([0, 1, 1, 2, 4])).map { _ in odd.rule() }
      validate(String.self, rules, &odd) { $0.text() }
      validate(Int.self, rules, &odd) { $0.integer() }
      validate(Double.self, rules, &odd) { $0.number() }
      validate([String].self, rules, &odd) { [$0.text(), $0.text()] }
      if let filter = try? InputFilter(rules) { _ = filter.allows(odd.text(), after: odd.text()) }
    }
  }

  private func validate<Value: FormValue>(
    _ type: Value.Type, _ rules: [RuleEntry], _ odd: inout OddValues,
    _ value: (inout OddValues) -> Value
  ) {
    let fieldType = odd.chance(2) ? nil : odd.type()
    let (name, label, trims) = (odd.name(), odd.text(), odd.chance(2))
    for validator in [
      try? Validator(for: type, label: label, as: fieldType, trim: trims, rules),
      try? Validator(name, for: type, as: fieldType, rules),
      try? Validator(for: type, anyOf: rules),
    ] {
      guard let validator else { continue }
      var live = FieldSession(
        value(&odd), policy: .input, localization: odd.localization(), validator)
      for _ in 0..<3 {
        let result = validator.validate(
          value(&odd), scenario: odd.chance(3) ? odd.text() : nil,
          in: odd.localization(), now: odd.now()
        ).upTo(odd.pick(RuleEntry.Stop.allCases))
        for error in result.errors + result.warnings { _ = error.message(in: odd.localization()) }
        _ = try? validator.validated(value(&odd))
        _ = (live.edit(to: value(&odd)), live.blur())
      }
    }
  }

  @Test func randomCallsOfSessionsDoNotTrap() {
    var bound = 0
    run("formsAndSessions", 60) { odd in
      var form = Form(
        name: odd.chance(4) ? odd.text() : "people",
        fields: ["email", "age", "a"].map { name in
          var field = Field(name: odd.chance(9) ? odd.name() : name, type: odd.type())
          field.required = odd.chance(3)
          field.trim = odd.chance(3)
          field.label = odd.chance(3) ? odd.text() : nil
          return field
        })
      if odd.chance(5) { form.key = [odd.name()] }
      if odd.chance(3) {
        form.lists = [ValueList(name: odd.name(), values: [odd.text(), odd.text()])]
      }
      form.file.missing = odd.chance(4) ? [odd.text()] : []
      var rules = RuleSet(name: "people", form: form.name)
      rules.fields = form.fields.map {
        FieldRules(field: $0.name, rules: [odd.rule(), odd.rule()])
      }
      if odd.chance(3) { rules.recordRules = [.must(odd.condition()), .unique(odd.name())] }
      if odd.chance(4) { rules.parameters = [RunParameter(name: "p", type: odd.type())] }
      let parameters = odd.chance(4) ? ["p": odd.value() ?? ""] : [:]
      for index in rules.fields.indices where odd.chance(2) { rules.fields[index].rules = [] }
      // Most of these definitions are refused.
      guard
        let validator = (try? FormValidator(form, rules, parameters: parameters))
          ?? validator(&odd)
      else { return }
      bound += 1
      var records: [[String: any FormValue]] = []
      for _ in 0..<3 {
        var record: [String: any FormValue] = [:]
        for field in form.fields { record[field.name] = odd.value() }
        records.append(record)
      }
      for record in records {
        _ = validator.validate(record, in: odd.localization(), now: odd.now())
        _ = try? validator.validated(record, scenario: odd.text())
      }
      _ = validator.validate(all: records)
      var session = FormSession(
        records[0], validator, policy: odd.pick(FieldValidationPolicy.allCases))
      for _ in 0..<10 {
        session.edit(odd.name(), to: odd.value())
        change(&session, &odd)
      }
    }
    #expect(bound > 30)
  }

  /// A validator with the types and rules that can be bound, of several random ones.
  private func validator(_ odd: inout OddValues) -> FormValidator? {
    var form = Form(
      name: "people", fields: ["email", "age", "a"].map { Field(name: $0, type: .text) })
    var rules = RuleSet(name: "people", form: "people")
    rules.fields = form.fields.map { FieldRules(field: $0.name, rules: []) }
    var validator = try? FormValidator(form, rules)
    for index in form.fields.indices {
      var other = form
      other.fields[index].type = odd.type()
      if let typed = try? FormValidator(other, rules) { (form, validator) = (other, typed) }
      for _ in 0..<4 {
        var more = rules
        more.fields[index].rules.append(odd.rule())
        if let bound = try? FormValidator(form, more) { (rules, validator) = (more, bound) }
      }
    }
    return validator
  }

  @Test func randomCallsOfModelSessionsDoNotTrap() throws {
    let validator = try SignUp.validator()
    run("modelSessions", 15) { odd in
      var model = SignUp()
      model.items = [.init(name: odd.text(), quantity: odd.integer()), .init()]
      var session = FormSession(
        model, validator, policy: odd.pick(FieldValidationPolicy.allCases),
        localization: odd.localization())
      for _ in 0..<15 {
        session.edit(\.email, to: odd.text())
        session.edit(\.age, to: odd.integer())
        if odd.chance(4) {
          session.edit(\.items, to: [])
        } else {
          session.edit(\.items, to: model.items)
        }
        if !session.model.items.isEmpty { session.edit(\.items[0].quantity, to: odd.integer()) }
        session.edit(odd.name()) { $0.repeated = "x" }
        let path = odd.pick([
          \SignUp.email, \.age, \.items, \.delivery, \.address.zip, \.items[0].name, \.self,
        ])
        session.setRefusesInvalidInput(true, for: path)
        session.blur(path)
        session.setEnabled(odd.chance(2), for: path)
        session.remove(path)
        session.restore(path)
        _ = session.status(of: path)
        change(&session, &odd)
        if odd.chance(8) {
          _ = try? session.add(
            Property(odd.name(), \.password).adding([odd.rule()]), policy: .input)
        }
      }
    }
  }

  private func change<Root>(_ session: inout FormSession<Root>, _ odd: inout OddValues) {
    let name = odd.name()
    session.focus(name)
    session.setPolicy(odd.pick(FieldValidationPolicy.allCases), for: odd.name())
    session.setRefusesInvalidInput(odd.chance(2), for: odd.name())
    session.setEnabled(odd.chance(2), for: odd.name())
    if odd.chance(2) { session.remove(odd.name()) }
    if odd.chance(2) { session.restore(odd.name()) }
    session.addServerErrors([
      ValidationError(
        field: odd.chance(4) ? nil : odd.name(), rule: "r", code: "c", message: odd.text())
    ])
    if odd.chance(2) { session.removeServerErrors() }
    for inquiry in session.inquiries {
      session.answer(
        inquiry, with: [.response(status: odd.integer(), body: Array(odd.text().utf8))])
    }
    session.blur(name)
    session.scenario = odd.chance(4) ? odd.text() : nil
    session.now = odd.now()
    _ = (
      session.status(of: odd.name()).errors, session.state, session.fields,
      session.firstInvalidField
    )
    if odd.chance(4) { _ = session.isSubmittable }
    if odd.chance(4) { _ = session.validate() }
    if odd.chance(8) { session.reset(to: session.model) }
  }

  @Test func randomValuesDoNotTrap() {
    run("values", 300) { odd in
      let decimals = [odd, odd].map { odd in
        var odd = odd
        return ExactDecimal(
          mantissa: Int128(odd.integer()) * Int128(odd.integer()),
          scale: UInt8(truncatingIfNeeded: odd.integer()))
      }
      var other = decimals[1]
      other.scale = UInt8(truncatingIfNeeded: odd.integer())
      other.mantissa = odd.pick([Int128.min, .max, 0, -1, other.mantissa])
      let first = decimals[0]
      _ = (first < other, first == other, first.hashValue, other.hashValue, "\(first) \(other)")
      let calculated = [
        first.adding(other), first.subtracting(other), first.multiplied(by: other),
        first.divided(by: other), other.adding(first), other.subtracting(first),
        other.multiplied(by: first), other.divided(by: first),
      ]
      #expect(calculated[0] == calculated[4] && calculated[2] == calculated[6])
      for case let result? in calculated {
        #expect(result.scale <= 38 && "\(result.mantissa.magnitude)".count <= 38)
      }
      let text = odd.text()
      _ = (
        Instant(text: text), CalendarDate(formText: text), TimeOfDay(formText: text),
        Int(formText: text)
      )
      _ = (DateFormat(text), TimeFormat(text), DateTimeFormat(text), Localization(text))
      if let instant = odd.now() {
        _ = ("\(instant)", Date(instant), instant < Instant(seconds: 0))
      }
      let date = CalendarDate(daysSinceEpoch: Int32(truncatingIfNeeded: odd.integer()))
      _ = ("\(date)", CalendarDate(year: odd.integer(), month: odd.integer(), day: odd.integer()))
      _ = Instant(startOf: date)
      let policy = HostPolicy(
        allowing: [text, odd.text(), "*.example.com"], allowsPrivateAddresses: odd.chance(2))
      if let destination = try? policy.destination(of: odd.text()) {
        _ = destination.allows(address: odd.text())
      }
      _ = odd.value()?.formText
      let results = [ValidationResult(1), ValidationResult(2)]
      _ = (results.merged(), results.satisfyAny(), [ValidationResult<Int>]().satisfyAny())
      _ = (ValidationErrors([]), DefinitionErrors([]).description)
      _ = (PaymentCardType.suggested(for: text), PaymentCardType.possible(for: text))
    }
  }
}
