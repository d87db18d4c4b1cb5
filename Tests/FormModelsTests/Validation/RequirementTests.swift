import FormModels
import Testing

@Suite struct RequirementTests {
  struct NoCapitalA: Requirement {
    let code = "noCapitalA"
    let message = "{label} must not contain A."
    func check(_ value: String) -> Bool { !value.contains("A") }
  }

  struct Even: Requirement {
    let code = "even"
    let message = "{label} must be even."
    func check(_ value: Int) -> Bool { value % 2 == 0 }
  }

  struct MinimumWords: Requirement {
    var count: Int
    let code = "words.tooFew"
    var message: String { "{label} must have at least \(count) words." }
    func check(_ value: String) -> Bool { value.split(separator: " ").count >= count }
  }

  /// A custom type with its own text.
  struct Point: FormValue, Equatable {
    var x, y: Int
    static let fieldType = FieldType.text
    var formText: String? { "\(x) \(y)" }

    init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
    init?(formText: String) {
      let parts = formText.split(separator: " ").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      self.init(parts[0], parts[1])
    }
  }

  @Test func requirementsCombineWithRules() throws {
    let validator = try Validator(
      label: "Text", .required, .custom(NoCapitalA()), .length(max: 3),
      .custom(MinimumWords(count: 2)))
    let result = validator.validate("Anna")
    #expect(result.errors.map(\.code) == ["noCapitalA", "length.tooLong", "words.tooFew"])
    #expect(result.errors[0].message == "Text must not contain A.")
    #expect(result.errors[2].message == "Text must have at least 2 words.")
    #expect(result.errors[2].rule == "value.custom.2")
    #expect(validator.isValid("a b"))
    // Missing and empty values are skipped, as by every rule.
    #expect(validator.validate("").errors.map(\.code) == ["required"])
  }

  @Test func entryCodeAndMessageTakePrecedence() throws {
    let rule = RuleEntry.custom(NoCapitalA()).code("c").message("m").severity(.warning)
    let result = try "A".satisfyAll(rule)
    #expect(result.warnings.map(\.code) == ["c"])
    #expect(result.warnings.map(\.message) == ["m"])
  }

  /// The items of a list keep nil and empty texts apart.
  @Test func requirementsGetMissingItems() throws {
    let isKept = RuleEntry.custom("kept", "m") { (items: [Int?]) in items == [1, nil, 3] }
    #expect(try Validator(for: [Int?].self, isKept).isValid([1, nil, 3]))
    let texts = RuleEntry.custom("kept", "m") { (items: [String?]) in items == [nil, "", "null"] }
    #expect(try Validator(for: [String?].self, texts).isValid([nil, "", "null"]))
    let lists = RuleEntry.custom("kept", "m") { (items: [[Bool?]?]) in items == [[nil, true], nil] }
    #expect(try Validator(for: [[Bool?]?].self, lists).isValid([[nil, true], nil]))
    let set = RuleEntry.custom("kept", "m") { (items: Set<Int?>) in items == [nil, 2, 1] }
    #expect(try Validator(for: Set<Int?>.self, set).isValid([2, nil, 1]))
    #expect([nil, 1].formText == #"[null,"1"]"# && [Int](formText: "[null]") == nil)
    // Rules see nil as an empty item.
    #expect(try Validator(for: [String?].self, .each(.required)).validate([nil]).errors.count == 1)
  }

  @Test func requirementsGetTypedValues() throws {
    let validator = try Validator(for: Int.self, .custom(Even()))
    #expect(validator.isValid(4))
    #expect(validator.validate(5).errors.map(\.code) == ["even"])
    let sum = RuleEntry.custom("sum", "{label} is too much.") { (values: [Int]) in
      values.reduce(0, +) < 10
    }
    let list = try Validator(for: [Int].self, sum)
    #expect(list.isValid([1, 2, 3]))
    #expect(!list.isValid([5, 6]))
    let separated = try Validator(as: .list(separator: ";"), sum)
    #expect(separated.isValid("1;2;3"))
    #expect(!separated.isValid("5;6"))
    #expect(!separated.isValid("1;x"))
    let point = try Validator(
      for: Point.self, .custom("diagonal", "") { (point: Point) in point.x == point.y })
    #expect(point.isValid(Point(2, 2)))
    #expect(!point.isValid(Point(2, 3)))
  }

  @Test func aRequirementOnAnotherTypeIsRefusedWhenBound() {
    let error = #expect(throws: DefinitionErrors.self) { try Validator(.custom(Even())) }
    #expect(
      error?.description
        == "'custom': 'even' judges values of type integer, but 'value' is text")
  }

  /// A requirement of another type rejects texts that are not values of its type.
  @Test func invalidTextDoesNotSatisfyARequirement() throws {
    let validator = try Validator(.custom("p", "") { (point: Point) in point.x > 0 })
    #expect(validator.isValid("1 1"))
    #expect(!validator.isValid("1"))
  }

  @Test func requirementsCanBeNested() throws {
    let validator = try Validator(
      .any(.custom(NoCapitalA()), .all(.startsWith("A"), .custom(MinimumWords(count: 2)))))
    #expect(validator.isValid("b"))
    #expect(validator.isValid("A b"))
    #expect(!validator.isValid("bA"))
    let not = try Validator(.not(.custom(NoCapitalA())))
    #expect(not.isValid("A"))
  }

  @Test func requirementsAreStoredByName() throws {
    #expect(RuleEntry.custom(NoCapitalA()) == RuleEntry("custom", "noCapitalA"))
    #expect(throws: DefinitionErrors.self) { try Validator(RuleEntry("custom", "test.unknown")) }
  }

  @Test func registeredRequirementsHaveNames() throws {
    struct Registered: Requirement {
      let code = "test.registered"
      let message = "{label} is wrong."
      func check(_ value: String) -> Bool { value == "right" }
    }
    CustomPredicates.register(Registered())
    let result = try "wrong".satisfyAll(.custom("test.registered"))
    #expect(result.errors.map(\.code) == ["test.registered"])
    #expect(result.errors.map(\.message) == ["Value is wrong."])
    #expect(throws: DefinitionErrors.self) {
      try Validator(.custom("test.registered", args: ["a": "b"]))
    }
    CustomPredicates.register("test.minimumWords") {
      arguments throws(CustomPredicates.ArgumentError) in
      guard let count = arguments["count"].flatMap({ Int($0) }) else {
        throw CustomPredicates.ArgumentError("needs a count")
      }
      return MinimumWords(count: count)
    }
    let words = RuleEntry.custom("test.minimumWords", args: ["count": "3"])
    #expect(try "a b".satisfyAll(words).errors.map(\.code) == ["words.tooFew"])
    #expect(try "a b c".satisfyAll(words).isValid)
    #expect(throws: DefinitionErrors.self) { try Validator(.custom("test.minimumWords")) }
  }
}
