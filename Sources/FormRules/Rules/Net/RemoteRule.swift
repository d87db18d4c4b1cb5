/// Requires that a remote service accepts the value.
struct RemoteRule: Rule {
  static let name = "remote"
  static let url = Parameter<String?>(
    "url", effect: .unknown, "The URL of the service, with http or https.")
  static let extra = Parameter<[String: String]?>(
    "extra", effect: .unknown, "A mapping that is sent with every value.")
  static let key = Parameter<String>(
    "key", effect: .unknown, "The name of the member for `extra` in the JSON object.",
    default: "extra")
  static let timeout = Parameter<Int>(
    "timeout", effect: .unknown, "The timeout in seconds, 1 to 600.", in: 1...600, default: 60)

  static let documentation = RuleDocumentation(
    "A remote service accepts the value.",
    discussion: """
      The service receives a POST request with the JSON object {"instance": VALUE} or, with \
      `extra`, {"instance": VALUE, "extra": {…}}; the values in `extra` are strings. A 2xx status \
      with the body `true` accepts the value; any other body, and a 4xx status, reject it. \
      Everything else (a timeout, a redirect, a 5xx status, more than 64 KiB) counts as no answer: \
      the rule fails with remote.unavailable and never accepts the value. After three consecutive \
      requests without an answer, a run sends no more.

      The rule is evaluated after all others, and only if no other rule has rejected the record; \
      otherwise it counts as skipped. A run sends each value once, for up to 100,000 values.

      A program that uses formrec as a library supplies a `ServiceClient`, which sends many \
      requests at once. A custom `message` or `code` applies to rejections; a missing answer \
      keeps its own unless it is named explicitly.

      Requests are sent only to allowed hosts; others fail with remote.unavailable. The requests \
      of up to 1,000 records are sent together, before the database is locked. Answers are \
      recorded with a hash instead of the value: a replay uses them and sends a request only if \
      there is none. On request, a value without an answer counts as skipped, and again in a \
      replay that sends no requests. Corrections send requests as imports do. The values leave \
      the machine: allow a host only if that is permitted.

      In the examples, the service rejects values that contain the word invalid.
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
  /// The part of the body after the value.
  private let tail: [UInt8]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let url = try parameters[Self.url] else {
      throw parameters.error("requires a url", .missing(nil))
    }
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
        throw parameters.error("extra must be a mapping", .wrongType, at: Self.extra)
      }
      tail.append(UInt8(ascii: ","))
      JSON.string(key).write(to: &tail)
      tail.append(UInt8(ascii: ":"))
      JSON(extra).write(to: &tail)
    }
    self.tail = tail + [UInt8(ascii: "}")]
  }

  var externalInputs: [ExternalInput] { [.service] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    let unanswered = RuleResult.undecided(.unavailable(Failure("remote.unavailable")))
    guard let services = record.run.services else { return unanswered }
    var body = Array(#"{"instance":"#.utf8)
    JSON(value, text).write(to: &body)
    body += tail
    var hasher = SipHasher128(key: record.run.configuration.hashKey)
    hasher.combine(Array(url.utf8).span)
    hasher.combine(body.span)
    let outcome = services.outcome(
      of: hasher.finalize(), record: record.record, rule: record.run.rule
    ) {
      ServiceRequest(url: url, body: body, timeout: .seconds(timeout))
    }
    return outcome.result(refused: "remote.refused", unanswered: unanswered)
  }
}

extension JSON {
  /// Converts a definition to JSON; scalars become strings.
  fileprivate init(_ node: DefinitionNode) {
    switch node.content {
    case .scalar(let text, _): self = .string(text)
    case .sequence(let items): self = .array(items.map { JSON($0) })
    case .mapping(let entries): self = .object(entries.map { Member($0.key, JSON($0.value)) })
    }
  }

  /// Converts a value to JSON: numbers and Booleans as such, everything else as strings.
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

extension DeclaredRule {
  /// A service on the network accepts the value. A validator requests it through the
  /// `ServiceClient` that it is called with; without one, every value fails with
  /// `remote.unavailable`.
  ///
  /// - Parameters:
  ///   - url: The URL of the service, with http or https.
  ///   - extra: Values that are sent with every value.
  ///   - key: The name of the member for `extra` in the JSON object; the default is `extra`.
  ///   - timeout: The timeout in seconds, 1 to 600; the default is 60.
  public static func remote(
    _ url: String, extra: [String: String]? = nil, key: String? = nil, timeout: Int? = nil
  ) -> Self {
    Self(
      RemoteRule.self, RemoteRule.url(url), RemoteRule.extra(extra), RemoteRule.key(key),
      RemoteRule.timeout(timeout))
  }
}
