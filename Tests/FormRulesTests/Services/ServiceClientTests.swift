import FormModels
import FormRulesTestSupport
import Synchronization
import Testing

@testable import FormRules

@Suite(.timeLimit(.minutes(10))) struct ServiceClientTests {
  struct User: Sendable {
    var name = "ana"
    var mail = "a@b.example"
  }

  private let url = "https://example.com/validate"

  private func validator() throws -> ModelValidator<User> {
    try ModelValidator {
      Property("name", \.name, .length(min: 2), .remote(url).message("Taken.")).label("Name")
      Property("mail", \.mail, .remote(url, extra: ["kind": "mail"]).code("mail.refused"))
    }
  }

  @Test func requestsAreConcurrentAndUnique() async throws {
    let service = FakeService()
    let result = try await validator().validate(User(), using: service.client())
    #expect(result.isValid)
    #expect(
      Set(service.asked) == [
        #"{"instance":"ana"}"#, #"{"instance":"a@b.example","extra":{"kind":"mail"}}"#,
      ])
    let results = try await validator().validate(
      all: [User(), User(), User(name: "bad")], using: service.client())
    #expect(results.map(\.isValid) == [true, true, false])
    #expect(results[2].errors.map(\.message) == ["Taken."])
    #expect(service.asked.count == 5)
  }

  @Test func noRequestIsSentIfLocalRulesReject() async throws {
    let service = FakeService()
    let result = try await validator().validate(User(name: "x"), using: service.client())
    #expect(result.errors.map(\.code) == ["length.tooShort"])
    #expect(service.asked.isEmpty)
  }

  /// A request that is not sent is not accepted, and its error states the reason.
  @Test func missingAnswersDoNotAccept() async throws {
    for service in [FakeService(delay: .seconds(30)), FakeService(faults: .max)] {
      let client = service.client(timeout: .milliseconds(50))
      let result = try await validator().validate(User(), using: client).upTo(.first)
      #expect(result.errors.map(\.code) == ["remote.unavailable"])
      #expect(result.errors.first?.message.hasPrefix("Name could not be checked") == true)
    }
    let unevaluated = try validator().validate(User())
    #expect(Set(unevaluated.errors.map(\.code)) == ["remote.unavailable"])
    let failing = FakeService(status: 500)
    let result = try await validator().validate(User(), using: failing.client(retries: 3))
    #expect(result.errors.map(\.code) == ["remote.refused"])
    #expect(failing.asked.count == 2)
  }

  /// A service that does not answer is requested for each value, because requests are concurrent.
  @Test func timeoutsDoNotDelayOtherAnswers() async throws {
    let validator = try Validator(.remote(url))
    let client = ServiceClient { request in
      String(decoding: request.body, as: UTF8.self).contains("9")
        ? .response(status: 200, body: Array("true".utf8)) : .unanswered
    }
    let model = try ModelValidator<User> { Property("name", \.name, .remote(url)) }
    let users = (0..<10).map { User(name: "\($0)") }
    let results = try await model.validate(all: users, using: client)
    #expect(results.map(\.isValid) == (0..<10).map { $0 == 9 })
    #expect(try await validator.validate("9", using: client).isValid)
    let silent = try await validator.validate("8", using: client)
    #expect(!silent.isValid)
  }

  /// A requirement that validates with the client that evaluates it.
  private struct NameIsFree: AsyncRequirement {
    let client: @Sendable () -> ServiceClient
    let inner: Validator<String>
    let code = "taken"
    let message = "{label} is taken."
    func check(_ value: String) async throws -> Bool {
      try await inner.validate(value, using: client()).isValid
    }
  }

  @Test func aRequirementMayUseItsOwnClient() async throws {
    let service = FakeService()
    let client = service.client(concurrency: 1)
    let inner = try Validator(.remote(url))
    let middle = try Validator(.custom(NameIsFree(client: { client }, inner: inner)), .remote(url))
    let outer = try Validator(.custom(NameIsFree(client: { client }, inner: middle)), .remote(url))
    #expect(try await outer.validate("ana", using: client).isValid)
    #expect(try await outer.validate("bad", using: client).errors.map(\.code).contains("taken"))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask { try await outer.validate("\(number)", using: client).isValid }
      }
      for try await isValid in group { #expect(isValid) }
    }
    #expect(service.most == 1)
  }

  private final class Recursion: Sendable {
    let validator = Mutex<Validator<String>?>(nil)
    let errors = Mutex<[ServiceError]>([])
  }

  private struct NeverEnds: AsyncRequirement {
    let recursion: Recursion
    let client: @Sendable () -> ServiceClient
    let code = "endless"
    let message = "m"
    func check(_ value: String) async throws -> Bool {
      let validator = recursion.validator.withLock { $0 }
      return try await validator?.validate(value + "x", using: client()).isValid == true
    }
  }

  @Test func requirementsThatRequestThemselvesEnd() async throws {
    let recursion = Recursion()
    let client = ServiceClient(
      concurrency: 2, onError: { note in recursion.errors.withLock { $0.append(note) } }
    ) { _ in .unanswered }
    let validator = try Validator(.custom(NeverEnds(recursion: recursion, client: { client })))
    recursion.validator.withLock { $0 = validator }
    #expect(try await validator.validate("a", using: client).errors.map(\.code) == ["endless"])
    let errors = recursion.errors.withLock { $0 }
    #expect(
      errors == [.unavailable(reason: "requirements request each other without end")])
    recursion.validator.withLock { $0 = nil }
  }

  @Test func failedRequestsAreRetried() async throws {
    let service = FakeService(faults: 2)
    let validator = try Validator(.remote(url))
    #expect(try await validator.validate("ana", using: service.client(retries: 2)).isValid)
    #expect(service.asked.count == 3)
  }

  @Test func asyncChecksRunConcurrentlyUpToTheLimit() async throws {
    let model = try ModelValidator<User> { Property("name", \.name, .remote(url)) }
    let users = (0..<32).map { User(name: "user \($0)") }
    // All requests are sent before the first answer.
    let service = FakeService(expected: 32)
    let results = try await model.validate(all: users, using: service.client())
    #expect(results.filter { !$0.isValid }.isEmpty)
    #expect(service.most == 32)
    let narrow = FakeService(delay: .milliseconds(5))
    _ = try await model.validate(all: users, using: narrow.client(concurrency: 3))
    #expect(narrow.asked.count == 32)
    #expect(narrow.most <= 3)
  }

  @Test func cancellationEndsImmediately() async throws {
    let validator = try Validator(.remote(url))
    // A request that ignores cancellation.
    let stubborn = ServiceClient(concurrency: 1) { _ in
      await withCheckedContinuation { continuation in
        Task {
          try? await Task.sleep(for: .seconds(3_600))
          continuation.resume()
        }
      }
      return .unanswered
    }
    let tasks = (0..<3).map { number in
      Task { try await validator.validate("ana \(number)", using: stubborn) }
    }
    while stubborn.waiting < 2 { try await Task.sleep(for: .milliseconds(1)) }
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
