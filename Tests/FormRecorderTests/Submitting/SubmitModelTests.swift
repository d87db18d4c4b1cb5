import FormModels
import FormRecorder
import FormRecorderTestSupport
import Foundation
import Testing

/// A submitted model is stored completely or not at all.
@Suite struct SubmitModelTests {
  struct Order: Sendable {
    var number = "1"
    var start = 1
    var end = 2
    var address = Address()
    var items = [Item(quantity: 0)]
  }
  struct Address: Sendable { var zip = "12345" }
  struct Item: Sendable { var quantity = 1 }

  private func store(_ validator: ModelValidator<Order>) throws -> TemporaryStore {
    let store = try TemporaryStore()
    _ = try store.recorder.apply(
      DefinitionSet(forms: [validator.form], ruleSets: [validator.ruleSet]))
    return store
  }

  @Test func nestedAndRepeatedValuesAreRefused() throws {
    let validator = try ModelValidator<Order>(name: "orders") {
      Property("number", \.number)
      Nested("address", \.address) { Property("zip", \.zip) }
      Each("items", \.items) { Property("quantity", \.quantity, .range(min: 1)) }
    }
    do {
      _ = try SubmissionRequest(Order(), as: validator)
      Issue.record("a request was created")
    } catch {
      #expect(error.reason == .notStorable(parts: ["address", "items"]))
      #expect(
        error.description
          == "a record has no fields for the nested or repeated values 'address', 'items'")
      #expect((error as any Error).localizedDescription == error.description)
    }
  }

  @Test func modelThatFailsACheckIsRefused() throws {
    let validator = try ModelValidator<Order>(name: "orders") {
      Property("number", \.number, .required)
      Property("end", \.end)
      Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
      Check("big", "Big.") { $0.end > 100 }.scenarios("big")
      Check("hint", "A hint.") { _ in false }.severity(.warning)
    }
    let store = try store(validator)
    do {
      _ = try SubmissionRequest(Order(end: 0), as: validator, scenario: "small")
      Issue.record("a request was created")
    } catch {
      guard case .invalid(let errors) = error.reason else { throw error }
      #expect(errors.errors.map(\.rule) == ["dates"] && errors.errors.map(\.field) == ["end"])
    }
    #expect(throws: RecorderError.self) { try SubmissionRequest(Order(), as: validator) }
    var request = try SubmissionRequest(Order(), as: validator, scenario: "small")
    #expect(request.scenario == "small")
    request.scenario = nil
    #expect(try !store.recorder.submit(request).isRejected)
    request = try SubmissionRequest(Order(number: ""), as: validator, scenario: "small")
    request.scenario = nil
    #expect(try store.recorder.submit(request).isRejected)
  }
}
