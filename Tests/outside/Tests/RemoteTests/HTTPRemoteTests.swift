import FormModels
import FormRemote
import Synchronization
import Testing

/// The rule `remote` by HTTP, against a service of this machine.
@Suite(.timeLimit(.minutes(10))) final class HTTPRemoteTests {
  private let service: LoopbackService

  init() throws { service = try LoopbackService() }

  deinit { service.stop() }

  /// By default, the timeout is long enough for a busy machine.
  private func remote(timeout: Duration = .seconds(60)) -> HTTPRemote {
    HTTPRemote(
      HostPolicy(
        allowing: ["127.0.0.1:\(service.port)"], allowsPrivateAddresses: true,
        allowsPlainHTTP: true),
      retries: 1, timeout: timeout)
  }

  private func url(_ path: String) -> String { "http://127.0.0.1:\(service.port)\(path)" }

  private func codes(_ path: String, _ value: String = "ana") async throws -> [String] {
    let remote = remote(timeout: .seconds(path == "/slow" ? 2 : 60))
    let validator = try Validator(.remote(url(path), extra: ["list": "a"]))
    let codes = try await validator.validate(value, using: remote.client).errors.map(\.code)
    await remote.shutDown()
    return codes
  }

  @Test func onlyStatus2xxWithTrueAccepts() async throws {
    #expect(try await codes("/free") == [])
    #expect(try await codes("/free", "taken") == ["remote.refused"])
    #expect(
      service.bodies == [
        #"{"instance":"ana","extra":{"list":"a"}}"#, #"{"instance":"taken","extra":{"list":"a"}}"#,
      ])
  }

  @Test(arguments: [
    ("/unknown", "remote.refused"), ("/wrong", "remote.refused"), ("/down", "remote.unavailable"),
    ("/moved", "remote.unavailable"), ("/long", "remote.unavailable"),
    ("/endless", "remote.unavailable"), ("/slow", "remote.unavailable"),
    ("/closes", "remote.unavailable"),
  ])
  func nothingElseIsAYes(_ path: String, _ code: String) async throws {
    #expect(try await codes(path) == [code])
  }

  @Test func onlyTransportFailuresAreRetried() async throws {
    _ = try await codes("/down")
    #expect(service.bodies.count == 1)
    _ = try await codes("/closes")
    #expect(service.bodies.count == 3)
  }

  @Test func clientsWithRequestsInProgressAreNotShutDown() async throws {
    let hosts = (1...80).map { "127.0.0.\($0):\(service.port)" }
    let remote = HTTPRemote(
      HostPolicy(allowing: hosts, allowsPrivateAddresses: true, allowsPlainHTTP: true),
      concurrency: hosts.count, retries: 0)
    let codes = try await withThrowingTaskGroup(of: [String].self) { group in
      for host in hosts {
        group.addTask {
          let validator = try Validator(.remote("http://\(host)/wait/80", extra: ["list": "a"]))
          return try await validator.validate("ana", using: remote.client).errors.map(\.code)
        }
      }
      return try await group.reduce(into: [String]()) { $0 += $1 }
    }
    #expect(codes == [])
    await remote.shutDown()
  }

  @Test func disallowedHostsAreNotConnected() async throws {
    let notes = Mutex<[String]>([])
    for (policy, url) in [
      (HostPolicy(allowing: ["example.com"], allowsPlainHTTP: true), url("/free")),
      (
        HostPolicy(allowing: ["127.0.0.1:\(service.port)"], allowsPlainHTTP: true), url("/free")
      ),
      (
        HostPolicy(allowing: ["localhost:\(service.port)"], allowsPlainHTTP: true),
        "http://localhost:\(service.port)/free"
      ),
      (
        HostPolicy(allowing: ["127.0.0.1:\(service.port)"], allowsPrivateAddresses: true),
        url("/free")
      ),
    ] {
      let remote = HTTPRemote(policy) { note in notes.withLock { $0.append("\(note)") } }
      let result = try await Validator(.remote(url)).validate("ana", using: remote.client)
      #expect(result.errors.map(\.code) == ["remote.unavailable"])
    }
    #expect(service.connections == 0)
    let noted = notes.withLock { $0.count }
    #expect(noted == 4)
  }

  @Test func requestsAreConcurrent() async throws {
    struct User: Sendable { var name: String }
    let validator = try ModelValidator<User> { Property("name", \.name, .remote(url("/wait/32"))) }
    let remote = remote()
    let results = try await validator.validate(
      all: (0..<32).map { User(name: "user \($0)") }, using: remote.client)
    #expect(results.count { !$0.isValid } == 0)
    // A connection carries one request at a time.
    #expect(service.connections >= 32)
    await remote.shutDown()
  }

  /// The code of the DocC catalogue.
  private func tutorial() async throws {
    let remote = HTTPRemote(HostPolicy(allowing: ["api.example.com"])) { print($0) }
    let names = try Validator("name", .length(min: 3), .remote("https://api.example.com/free"))
    let result = try await names.validate("ana", using: remote.client)
    print(result.errors.map(\.code))
  }

  @Test func rejectedValuesAreNotRequested() async throws {
    let remote = HTTPRemote(HostPolicy(allowing: ["api.example.com"]))
    let names = try Validator("name", .length(min: 3), .remote("https://api.example.com/free"))
    let result = try await names.validate("a", using: remote.client)
    #expect(result.errors.map(\.code) == ["length.tooShort"])
  }

  private func overview(_ validator: Validator<String>, _ signUp: String) async throws {
    let remote = HTTPRemote(HostPolicy(allowing: ["api.example.com"]))
    let result = try await validator.validate(signUp, using: remote.client)
    print(result)
  }

  @Test func closedTransportHasNoAnswer() async throws {
    let remote = remote()
    await remote.shutDown()
    let result = try await Validator(.remote(url("/free"))).validate("a", using: remote.client)
    #expect(result.errors.map(\.code) == ["remote.unavailable"])
  }
}
