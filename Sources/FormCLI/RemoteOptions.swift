import ArgumentParser
import FormCurl
import FormRecorder
import FormRules
import Synchronization

/// The services that `remote` rules may request. Definitions may come from untrusted sources and
/// contain URLs, so no service is allowed by default.
struct RemoteOptions: ParsableArguments {
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A host that rules 'remote' may ask; may be repeated. With http:// before it also without TLS.",
      valueName: "host[:port]"))
  var hosts: [String] = []

  @Flag(
    name: .customLong("allow-private-addresses"),
    help: "These hosts may be in a private network; one that is named by its address may anyway.")
  var allowsPrivate = false

  @Option(
    name: .customLong("remote-timeout"),
    help: ArgumentHelp(
      "The longest that a question may take, if its rule does not say less.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    name: .customLong("when-unavailable"),
    help: "reject (default) or warn: a value about which no service answers counts as skipped.")
  var whenUnavailable = UnavailablePolicy.reject

  enum UnavailablePolicy: String, ExpressibleByArgument, CaseIterable { case reject, warn }

  func validate() throws {
    if let timeout, !(timeout >= 0.001 && timeout <= 600) {
      throw ValidationError("--remote-timeout must be 0.001 to 600 seconds")
    }
    for host in hosts where Self.policy(host, allowsPrivate: allowsPrivate) == nil {
      throw ValidationError(
        "--allow-host '\(host)' must be written HOST or HOST:PORT, such as api.example.com")
    }
    if hosts.isEmpty, allowsPrivate || timeout != nil || whenUnavailable != .reject {
      throw ValidationError("nobody is asked; say who may be with --allow-host")
    }
  }

  /// The client for the allowed hosts, or nil if there are none, and the notes about missing
  /// answers, which are printed at the end.
  func services() -> (services: RemoteServices, notes: @Sendable () -> [String])? {
    guard !hosts.isEmpty else { return nil }
    let notes = RemoteNotes()
    let remote = CurlRemote(
      hosts.compactMap { Self.policy($0, allowsPrivate: allowsPrivate) }, note: notes.add)
    let limit = timeout.map { Duration.seconds($0) }
    return (
      RemoteServices(
        name: Set(hosts.map { $0.lowercased() }).sorted().joined(separator: " "),
        whenUnavailable: whenUnavailable == .warn ? .warn : .reject,
        shouldStop: { StopSignals.number != 0 },
        ask: { try remote.ask($0, timeout: limit) }),
      notes.all
    )
  }

  /// Runs a closure with these services, and then prints the reasons for missing answers.
  func asking<Result>(
    _ console: Console, _ body: (RemoteServices?) throws -> Result
  ) rethrows -> Result {
    let asked = services()
    defer { for line in asked?.notes() ?? [] { console.note("no answer: \(line)") } }
    return try body(asked?.services)
  }

  /// Returns nil if the host does not have the format of a URL's host.
  private static func policy(_ entry: String, allowsPrivate: Bool) -> HostPolicy? {
    let isPlain = entry.lowercased().hasPrefix("http://")
    let name = isPlain ? String(entry.dropFirst("http://".count)) : entry
    let host = name.hasPrefix("*.") ? "x" + name.dropFirst() : name[...]
    let scheme = isPlain ? "http" : "https"
    let trial = HostPolicy(allowing: [String(host)], allowsPlainHTTP: true)
    guard !name.contains(where: { "/?#".contains($0) }),
      let destination = try? trial.destination(of: "\(scheme)://\(host)")
    else { return nil }
    // A literal address is intentional, because no name is resolved.
    let any = HostPolicy(allowing: [], allowsPrivateAddresses: true)
    return HostPolicy(
      allowing: [name],
      allowsPrivateAddresses: allowsPrivate || any.allows(address: destination.host),
      allowsPlainHTTP: isPlain)
  }
}

/// The reasons for missing answers.
private final class RemoteNotes: Sendable {
  private let lines = Mutex<[String]>([])

  @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
  @Sendable func all() -> [String] { lines.withLock { $0 } }
}
