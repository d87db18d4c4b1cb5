import FormModels
import Testing

/// A validator reuses memory between calls. No call depends on an earlier one.
@Suite struct WorkspaceTests {
  private struct Event: Sendable {
    var name = "Fair"
    var day: CalendarDate?
    var limit: Int?
    var count = 1
  }

  private func validator() throws -> ModelValidator<Event> {
    try ModelValidator<Event> {
      Property("name", \.name, .required, .length(max: 8)).label("Titel", language: "de")
      Property("day", \.day, .after(.today))
      Property("limit", \.limit)
      Property(
        "count", \.count, .equals(.field("limit")), .range(min: 1).id("some").scenarios("sale"))
    }
  }

  private func rules(_ result: ValidationResult<Event>) -> [String] { result.errors.map(\.rule) }

  @Test func callsAreIndependent() throws {
    let validator = try validator()
    let long = Event(name: "A long name")
    for _ in 0..<2 {
      #expect(rules(validator.validate(long)) == ["name.length"])
      #expect(validator.validate(Event()).skipped == ["count.equals"])
      let limited = validator.validate(Event(limit: 2, count: 3))
      #expect(limited.skipped.isEmpty)
      #expect(rules(limited) == ["count.equals"])
      let none = Event(limit: 0, count: 0)
      #expect(rules(validator.validate(none, scenario: "gift")) == [])
      #expect(rules(validator.validate(none)) == ["some"])
      let dated = Event(day: CalendarDate(year: 2024, month: 3, day: 12))
      let before = Instant(seconds: 1_700_000_000)
      #expect(rules(validator.validate(dated, now: before)) == [])
      #expect(rules(validator.validate(dated)) == ["day.after"])
      var form = FormSession(long, validator)
      form.validate()
      #expect(form.errors.map(\.rule) == ["name.length"])
      #expect(validator.validate(all: [long, Event()]).map(rules) == [["name.length"], []])
    }
  }

  @Test func callsUseTheirLanguage() throws {
    let validator = try validator()
    let nameless = Event(name: "")
    var catalogues: [Localization] = []
    for text in ["Bitte {label} angeben.", "{label}?"] {
      let catalogue = try MessageCatalogue(language: "de", codes: ["required": text])
      catalogues.append(Localization("de", catalogues: [catalogue]))
    }
    func message(_ language: Localization) -> String? {
      validator.validate(nameless, in: language).errors.first?.message
    }
    for _ in 0..<2 {
      #expect(message(.english) == "name is required.")
      #expect(message("de") == "„Titel“ ist ein Pflichtfeld.")
      #expect(message("de-AT") == "„Titel“ ist ein Pflichtfeld.")
      #expect(catalogues.map(message) == ["Bitte Titel angeben.", "Titel?"])
    }
    // More languages than the validator keeps.
    for number in 0..<300 { #expect(message(Localization("x\(number)")) == "name is required.") }
    #expect(message("de") == "„Titel“ ist ein Pflichtfeld.")
  }

  @Test(.timeLimit(.minutes(10))) func tasksShareAValidator() async throws {
    let validator = try validator()
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { round in
            let isLong = (task + round).isMultiple(of: 2)
            let event = Event(name: isLong ? "A long name" : "Fair", limit: 2, count: 3)
            let found = validator.validate(event, in: task < 4 ? "de" : .english)
            return found.errors.map(\.rule)
              == (isLong ? ["name.length", "count.equals"] : ["count.equals"])
              && found.errors.allSatisfy { $0.message == $0.message(in: task < 4 ? "de" : "en") }
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
