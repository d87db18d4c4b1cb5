import FormModels
import FormRulesTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct LiveFormTests {
  struct User: Sendable {
    var name = ""
    var nick = ""
  }

  private func session() throws -> FormSession<User> {
    let validator = try ModelValidator<User> {
      Property("name", \.name, .length(min: 2), .remote("https://example.com/validate"))
      Property("nick", \.nick, .length(min: 2))
    }
    return FormSession(User(), validator, policy: .input)
  }

  private func answer(_ body: String) -> ServiceAnswer {
    .response(status: 200, body: Array(body.utf8))
  }

  @Test func aFieldIsPendingUntilItsAnswerComes() throws {
    var form = try session()
    form.edit(\.name, to: "a")
    #expect(form.inquiries.isEmpty)
    form.edit(\.name, to: "ana")
    #expect(form.status(of: \.name).state == .pending)
    #expect(!form.isSubmittable)
    let inquiry = try #require(form.inquiries.first)
    // The pending request is not sent again.
    #expect(form.validate(notifyingFields: false).state == .pending)
    #expect(form.inquiries.map(\.sequence) == [inquiry.sequence])
    let events = form.answer(inquiry, with: [answer("true")])
    let after: [ValidationState] = events.compactMap { event in
      guard case .validityChanged(let change) = event else { return nil }
      return change.after
    }
    #expect(after == [.valid])
    #expect(form.inquiries.isEmpty && form.isSubmittable)
    // Answered requests are not repeated.
    form.edit(\.name, to: "anna")
    form.edit(\.name, to: "ana")
    #expect(form.inquiries.isEmpty && form.status(of: \.name).state == .valid)
  }

  /// A form that is edited for days forgets answers, and sends the requests again.
  @Test func answersAreForgottenAfterAThousand() throws {
    var form = try session()
    for number in 0...1_001 {
      form.edit(\.name, to: "name \(number)")
      let inquiry = try #require(form.inquiries.first)
      form.answer(inquiry, with: [answer("true")])
      guard number >= 1_000 else { continue }
      form.edit(\.name, to: "name 0")
      #expect(form.inquiries.isEmpty == (number == 1_000))
    }
  }

  /// A request that was cancelled ends after the one that replaced it was begun.
  @Test func aCancelledRequestDoesNotEndItsSuccessor() async throws {
    var form = try session()
    form.edit(\.name, to: "ana")
    let inquiries = form.inquiries
    var requests = InquiryRequests(using: nil, delay: .zero)
    let received = Mutex<[InquiryRequests.Reply]>([])
    for open in [inquiries, [], inquiries] {
      requests.update(for: open, sendingAfter: .zero) { reply in
        received.withLock { $0.append(reply) }
      }
      await requests.first?.value
    }
    let replies = received.withLock(\.self)
    try #require(replies.count == 2)
    let isEnded = [0, 1, 1].map { requests.end(replies[$0]) }
    #expect(isEnded == [false, true, false])
  }

  /// Its pause would end after the test.
  @Test func aRequestThatIsCancelledDuringItsPauseIsNotSent() async throws {
    let service = FakeService()
    var form = try session()
    form.edit(\.name, to: "ana")
    var requests = InquiryRequests(using: service.client(), delay: .seconds(3_600))
    let isCancelled = Mutex(false)
    var task: Task<Void, Never>?
    for open in [form.inquiries, []] {
      requests.update(for: open, sendingAfter: requests.delay) { reply in
        isCancelled.withLock { $0 = reply.isCancelled }
      }
      task = task ?? requests.first
    }
    await task?.value
    #expect(isCancelled.withLock(\.self) && service.asked.isEmpty)
  }

  @Test func staleAnswersAreIgnored() throws {
    var form = try session()
    form.edit(\.name, to: "ana")
    let old = try #require(form.inquiries.first)
    form.edit(\.name, to: "bob")
    let new = try #require(form.inquiries.first)
    #expect(old.sequence < new.sequence)
    let late = form.answer(old, with: [answer("true")])
    #expect(late.isEmpty)
    #expect(form.status(of: \.name).state == .pending)
    form.answer(new, with: [answer("false")])
    #expect(form.status(of: \.name).errors.map(\.code) == ["remote.refused"])
    let again = form.answer(new, with: [answer("true")])
    #expect(again.isEmpty)
  }

  @Test func unansweredRequestsAreInvalidAndRepeated() throws {
    var form = try session()
    form.edit(\.name, to: "ana")
    form.answer(try #require(form.inquiries.first), with: [])
    #expect(form.status(of: \.name).errors.map(\.code) == ["remote.unavailable"])
    form.validate()
    #expect(form.status(of: \.name).state == .pending)
  }

  @Test func aChangeDuringASubmissionIsPartOfTheOutcome() async throws {
    let service = FakeService(delay: .milliseconds(50))
    let form = LiveForm(try session(), using: service.client(), delay: .seconds(600))
    await form.update {
      $0.edit(\.nick, to: "an")
      $0.edit(\.name, to: "bad")
    }
    let submission = Task { try await form.submit() }
    while service.asked.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    await form.update { $0.edit(\.name, to: "ana") }
    #expect(try await submission.value.state == .valid)
  }

  @Test(arguments: [FieldValidationPolicy.focusLoss, .manual])
  func aChangeByTheHandlerIsPartOfTheOutcome(_ policy: FieldValidationPolicy) async throws {
    let validator = try ModelValidator<User> { Property("nick", \.nick, .length(max: 3)) }
    let found = Mutex<LiveForm<User>?>(nil)
    let form = LiveForm(FormSession(User(nick: "ana"), validator, policy: policy)) { event in
      guard case .formValidated = event else { return }
      found.withLock(\.self)?.assumeIsolated { live in
        guard live.session.model.nick == "ana" else { return }
        live.update { $0.edit(\.nick, to: "anna") }
      }
    }
    found.withLock { $0 = form }
    #expect(try await form.submit().errors.map(\.code) == ["length.tooLong"])
    found.withLock { $0 = nil }
  }

  @Test func liveFormRequestsAndNotifies() async throws {
    let service = FakeService(delay: .milliseconds(20))
    let form = LiveForm(try session(), using: service.client())
    let states = await form.sessions()
    let asked = await form.update { session in
      session.edit(\.name, to: "bad name")
      return session.status(of: \.name).state
    }
    #expect(asked == .pending)
    var last: ValidationState?
    for await session in states {
      last = session.status(of: \.name).state
      if last == .invalid { break }
    }
    #expect(last == .invalid)
    await form.update { $0.edit(\.name, to: "ana") }
    await form.update { $0.edit(\.nick, to: "an") }
    #expect(try await form.submit().state == .valid)
    #expect(service.asked == [#"{"instance":"bad name"}"#, #"{"instance":"ana"}"#])
  }

  @Test func missingClientDoesNotAccept() async throws {
    let form = LiveForm(try session())
    await form.update { $0.edit(\.name, to: "ana") }
    let outcome = try await form.submit()
    #expect(outcome.state == .invalid)
    #expect(outcome.errors.map(\.code) == ["remote.unavailable"])
  }

  @Test func debouncedObserversGetTheLastState() async throws {
    let form = LiveForm(try session(), using: FakeService().client())
    var states = await form.sessions(debounce: .milliseconds(100)).makeAsyncIterator()
    #expect(await states.next()?.model.nick == "")
    let clock = ContinuousClock()
    let begin = clock.now
    await form.update { $0.edit(\.nick, to: "a") }
    await form.update { $0.edit(\.nick, to: "ann") }
    var last = await states.next()
    // On a busy machine, the pause may end between the two edits.
    if last?.model.nick != "ann" { last = await states.next() }
    #expect(last?.model.nick == "ann")
    #expect(begin.duration(to: clock.now) >= .milliseconds(100))
  }

  @Test func aCancelledSubmitReturns() async throws {
    let form = LiveForm(try session(), using: FakeService(delay: .seconds(30)).client())
    await form.update { $0.edit(\.name, to: "ana") }
    let task = Task { try await form.submit() }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private final class EventLog: Sendable {
    private let events = Mutex<[String]>([])
    var words: [String] { events.withLock { $0 } }
    func add(_ event: FormEvent) { events.withLock { $0.append("\(event)") } }
  }

  @Test func theHandlerReceivesEveryEventInOrder() async throws {
    let log = EventLog()
    let form = LiveForm(
      try session(), using: FakeService().client(), onEvent: { log.add($0) })
    var returned = await form.update { $0.edit(\.nick, to: "a") }.map { "\($0)" }
    returned += await form.update { $0.edit(\.nick, to: "an") }.map { "\($0)" }
    #expect(returned.count == 8 && log.words == returned)
    // The answer of a service causes events, too.
    await form.update { $0.edit(\.name, to: "ana") }
    #expect(try await form.submit().state == .valid)
    #expect(log.words.last?.contains("formValidated") == true)
    #expect(log.words.contains { $0.contains("pending") && $0.contains("validityChanged") })
  }

  @Test func requestsWaitForAPauseAndSubmitDoesNot() async throws {
    let service = FakeService()
    let form = LiveForm(try session(), using: service.client(), delay: .milliseconds(20))
    await form.update { $0.edit(\.name, to: "anna") }
    for await session in await form.sessions() where session.status(of: \.name).state == .valid {
      break
    }
    #expect(service.asked == [#"{"instance":"anna"}"#])
    // A pause that does not end during the test, also on a busy machine.
    let patient = LiveForm(try session(), using: service.client(), delay: .seconds(600))
    await patient.update { $0.edit(\.name, to: "ana") }
    await patient.update { $0.edit(\.name, to: "bob") }
    await patient.update { $0.edit(\.nick, to: "bo") }
    #expect(service.asked.count == 1)
    #expect(try await patient.submit().state == .valid)
    #expect(service.asked == [#"{"instance":"anna"}"#, #"{"instance":"bob"}"#])
    // A submission that was cancelled while a request waits can be repeated.
    await patient.update { $0.edit(\.name, to: "eve") }
    let task = Task { try await patient.submit() }
    task.cancel()
    _ = try? await task.value
    #expect(try await patient.submit().state == .valid)
  }

  @Test func streamsEndWithTheirForm() async throws {
    var form: LiveForm? = LiveForm(
      try session(), using: FakeService(delay: .seconds(600)).client(), delay: .seconds(600))
    let streams = await [form?.sessions(), form?.sessions(debounce: .seconds(600))]
    // A request and a delivery that are under way do not keep the form.
    await form?.update { $0.edit(\.name, to: "ana") }
    form = nil
    for stream in streams {
      var count = 0
      for await _ in try #require(stream) { count += 1 }
      #expect(count == 1)
    }
  }

  @Test func aFieldWhoseSubmissionWasCancelledGetsItsAnswer() async throws {
    let service = FakeService()
    let form = LiveForm(try session(), using: service.client())
    await form.update { $0.edit(\.name, to: "ana") }
    let task = Task { try await form.submit() }
    task.cancel()
    _ = try? await task.value
    for await session in await form.sessions() where session.status(of: \.name).state == .valid {
      break
    }
    #expect(await form.session.status(of: \.name).state == .valid)
  }

  @Test func snapshotIsReadWithoutSuspension() async throws {
    let form = LiveForm(try session())
    #expect(form.snapshot.model.nick == "")
    let inside = await form.update { session in
      session.edit(\.nick, to: "an")
      // The change is not visible to others before it is complete.
      return form.snapshot.model.nick
    }
    #expect(inside == "" && form.snapshot.model.nick == "an")
    #expect(form.snapshot.status(of: \.nick).state == .valid)
  }
}
