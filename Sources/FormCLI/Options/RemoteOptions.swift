public import ArgumentParser
import FormCurl
public import FormRecorder
import FormRules

/// The services that `remote` rules may request. Definitions may come from untrusted sources and
/// contain URLs, so no service is allowed by default.
struct RemoteOptions: ParsableArguments {
  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A host that 'remote' rules may request; may be repeated. Prefix http:// to allow it without TLS.",
      valueName: "host[:port]"))
  var hosts: [String] = []

  @Flag(
    name: .customLong("allow-private-addresses"),
    help: "Allow hosts in private networks. Hosts that are specified by address are always allowed."
  )
  var allowsPrivate = false

  @Option(
    name: .customLong("remote-timeout"),
    help: ArgumentHelp(
      "The timeout of a request, unless the rule specifies a shorter one.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    help:
      "How to treat values for which the service does not answer: reject them (default), or skip and warn."
  )
  var whenUnavailable = Services.UnavailablePolicy.reject

  func validate() throws {
    if let timeout, !(timeout >= 0.001 && timeout <= 600) {
      throw ValidationError("--remote-timeout must be 0.001 to 600 seconds")
    }
    for host in hosts where Self.policy(host, allowsPrivate: allowsPrivate) == nil {
      throw ValidationError(
        "--allow-host '\(host)' must be written HOST or HOST:PORT, such as api.example.com")
    }
    if hosts.isEmpty, allowsPrivate || timeout != nil || whenUnavailable != .reject {
      throw ValidationError("this option requires --allow-host")
    }
  }

  /// The services of the allowed hosts, or nil if there are none. Each reason for missing answers
  /// becomes a note of the console.
  ///
  /// - Parameter shouldStop: Called while a run waits for answers. Returning true ends the run.
  func services(
    _ console: Console, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) -> Services? {
    if hosts.isEmpty { return nil }
    let client = ServiceClient(
      overCurl: policy, timeout: timeout.map { .seconds($0) },
      onError: { [changes = console.changes] in changes.add(RecorderNote("no answer: \($0.text)")) }
    )
    return Services(
      client, name: Set(hosts.map { $0.lowercased() }).sorted().joined(separator: " "),
      whenUnavailable: whenUnavailable, shouldStop: shouldStop)
  }

  /// The allowed hosts.
  var policy: HostPolicy {
    HostPolicy(anyOf: hosts.compactMap { Self.policy($0, allowsPrivate: allowsPrivate) })
  }

  /// Returns nil if the host does not have the format of a URL's host.
  private static func policy(_ entry: String, allowsPrivate: Bool) -> HostPolicy? {
    let isPlain = entry.lowercased().hasPrefix("http://")
    let name = isPlain ? String(entry.dropFirst("http://".count)) : entry
    let host = name.hasPrefix("*.") ? "x" + name.dropFirst() : name[...]
    let scheme = isPlain ? "http" : "https"
    let trial = HostPolicy(allowing: [String(host)], allowsPlainHTTP: true)
    // The caller reports a name that no URL can have.
    guard !name.contains(where: { "/?#".contains($0) }),
      let destination = try? trial.destination(of: "\(scheme)://\(host)")
    else { return nil }
    // A literal address is always intentional, because no name is resolved.
    return HostPolicy(
      allowing: [name], allowsPrivateAddresses: allowsPrivate || destination.isAddress,
      allowsPlainHTTP: isPlain)
  }
}

extension ServiceError {
  /// The reason, with the remedy if there is one.
  fileprivate var text: String {
    switch self {
    case .hostNotAllowed(let host): "\(self); allow it with --allow-host \(host)"
    case .insecure(let host): "\(self); use https, or allow it with --allow-host http://\(host)"
    case .privateAddress: "\(self); allow it with --allow-private-addresses"
    default: description
    }
  }
}

extension Services.UnavailablePolicy: ExpressibleByArgument {}
