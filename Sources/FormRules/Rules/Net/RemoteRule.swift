/// Requires that a service accepts the value.
struct RemoteRule: Rule {
  static let name = "remote"
  static let url = Parameter<String?>("url", "Where the service is, http or https.")
  static let extra = Parameter<[String: String]?>(
    "extra", "A mapping that is sent with every value.")
  static let key = Parameter<String>(
    "key", "What `extra` is called in the object.", default: "extra")
  static let timeout = Parameter<Int>(
    "timeout", "How many seconds to wait, 1 to 600.", in: 1...600, default: 60)

  static let documentation = RuleDocumentation(
    "A service on the network accepts the value.",
    discussion: """
      The service gets a POST with the JSON object {"instance": VALUE} and, if `extra` is said, \
      {"instance": VALUE, "extra": {…}}; the values in `extra` are texts. It accepts with a status of \
      2xx and the body `true`; another body, and a status of 4xx, refuse. What is no answer (silence, a \
      redirect, a status of 5xx, more than 64 KiB) is a failure of its own, remote.unavailable, never a \
      yes, and after three questions in a row without an answer a run asks no more.

      The rule is judged after all others, and only where nothing else has rejected the record; where \
      something has, it counts as skipped. A run asks about each value once, for up to 100,000 values.

      A program that uses formrec as a library says what asks with a `RemoteClient`, which asks about \
      many values at once, or registers it with `RemoteChecks.register`. A `message` or `code` of one's own \
      is for refusals; that there was no answer keeps its own, unless it is named.

      On the command line a host is asked that `--allow-host` names; others fail with remote.unavailable. \
      The questions of up to 1,000 records are put together, before anything is locked. What was said is \
      recorded, by a hash and without the value: a replay takes it and asks only where there is none. \
      With `--when-unavailable warn` a value about which nobody answers counts as skipped, and again in a \
      replay that asks nobody. Corrections ask as imports do. The values leave the machine: allow a host \
      only if they may.

      In the examples the service refuses what has the word invalid in it.
      """,
    mainParameter: "url",
    types: FieldType.names.filter { $0 != "file" && $0 != "list" },
    parameters: [url, extra, key, timeout],
    codes: [
      .init("remote.refused", "{label} does not satisfy a remote check."),
      .init(
        "remote.unavailable", "{label} could not be checked: the service did not answer.",
        isUnanswered: true),
    ],
    examples: [
      .init("https://example.com/validate", accepts: ["ana", "true"], rejects: ["invalid"]),
      .init(
        ["url": "https://example.com/validate", "extra": ["list": "blocked"], "timeout": 5],
        accepts: ["ana"], rejects: ["an invalid name"]),
      .init("https://example.com/validate", type: .integer, accepts: ["7"]),
    ])

  private let url: String
  private let timeout: Int
  /// The body behind the value.
  private let tail: [UInt8]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let url = try parameters[Self.url] else { throw parameters.error("needs a url") }
    let rest = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2, ["http", "https"].contains(rest[0].lowercased()), !rest[1].isEmpty else {
      throw parameters.error("url must begin with https:// or http://", at: Self.url)
    }
    self.url = url
    timeout = try parameters[Self.timeout]
    let key = try parameters[Self.key]
    if key.isEmpty || key == "instance" {
      throw parameters.error("key must be another word than instance", at: Self.key)
    }
    var tail: [UInt8] = []
    if let extra = parameters.node(Self.extra) {
      guard case .mapping = extra.content else {
        throw parameters.error("extra must be a mapping", at: Self.extra)
      }
      tail.append(UInt8(ascii: ","))
      JSON.string(key).write(to: &tail)
      tail.append(UInt8(ascii: ":"))
      JSON(extra).write(to: &tail)
    }
    self.tail = tail + [UInt8(ascii: "}")]
  }

  var demands: [RuleDemand] { [.remote] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let unanswered = RuleAnswer.undecided(.unanswered(Failure("remote.unavailable")))
    guard let memory = record.run.remote else { return unanswered }
    var body = Array(#"{"instance":"#.utf8)
    JSON(value, text).write(to: &body)
    body += tail
    var hasher = SipHasher128(key: record.run.conditions.hashKey)
    hasher.combine(Array(url.utf8).span)
    hasher.combine(body.span)
    let answer = memory.accepts(hasher.finalize(), record: record.record) {
      RemoteQuestion(url: url, body: body, timeout: timeout)
    }
    switch answer {
    case true?: return .passes
    case false?: return .fails("remote.refused")
    case nil: return unanswered
    }
  }
}

extension JSON {
  /// A definition as JSON; what stands alone becomes a text.
  fileprivate init(_ node: DefinitionNode) {
    switch node.content {
    case .scalar(let text, _): self = .string(text)
    case .sequence(let items): self = .array(items.map { JSON($0) })
    case .mapping(let entries): self = .object(entries.map { Member($0.key, JSON($0.value)) })
    }
  }

  /// A value: numbers and truths as such, everything else as text.
  fileprivate init(_ value: Value, _ text: Span<UInt8>) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    case .decimal(let decimal): self = .number(decimal.description)
    case .number(let number): self = .number("\(number)")
    case .boolean(let truth): self = .bool(truth)
    case .date(let date): self = .string(date.description)
    case .time(let time): self = .string(time.description)
    case .datetime(let instant): self = .string(instant.description)
    default: self = .string(String(copying: text))
    }
  }
}

extension RuleEntry {
  /// A service on the network accepts the value. It is asked by what `RemoteChecks.register` was
  /// given, on the thread that validates; without that every value fails with `remote.unavailable`.
  public static func remote(
    _ url: String, extra: [String: String]? = nil, key: String? = nil, timeout: Int? = nil
  ) -> RuleEntry {
    RuleEntry(
      RemoteRule.self, RemoteRule.url(url), RemoteRule.extra(extra), RemoteRule.key(key),
      RemoteRule.timeout(timeout))
  }
}
