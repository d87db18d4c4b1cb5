public import FormRules

/// The services that a recorder requests for `remote` rules in imports, corrections, single
/// submissions, replays and file checks. The requests for a batch of records are sent together,
/// before the store is locked.
///
/// ```swift
/// var recorder = Recorder(database: "forms.sqlite")
/// let policy = HostPolicy(allowing: ["api.example.com"])
/// recorder.settings.services = Services(HTTPRemote(policy).client)
/// ```
///
/// After three consecutive requests without an answer, a run sends no further requests.
public struct Services: Sendable {
  /// The treatment of a value that no service answers for.
  public enum UnavailablePolicy: String, Sendable, CaseIterable {
    /// The value is rejected with `remote.unavailable`.
    case reject
    /// The rule counts as skipped.
    case warn
  }

  /// Identifies these services. An unfinished import can be resumed only with services of the same
  /// name.
  package let name: String
  package let whenUnavailable: UnavailablePolicy
  /// Sends the requests.
  package let client: ServiceClient
  private let shouldStop: @Sendable () -> Bool

  /// Creates services.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - name: Identifies these services, for example by the names of their hosts. An unfinished
  ///     import can be resumed only with services of the same name.
  ///   - whenUnavailable: The treatment of values without an answer.
  ///   - shouldStop: Called while the run waits for answers. Returning true ends the run.
  public init(
    _ client: ServiceClient, name: String = "services",
    whenUnavailable: UnavailablePolicy = .reject,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) {
    self.client = client
    self.name = name
    self.whenUnavailable = whenUnavailable
    self.shouldStop = shouldStop
  }

  /// The requests and answers of one run of a plan, or nil if no rule needs any.
  package func answers(for plan: Plan) -> ServiceAnswers? {
    guard plan.needsServices else { return nil }
    return ServiceAnswers(
      send: { [client, shouldStop] in client.waitForAnswers(to: $0, unless: shouldStop) },
      skipsUnanswered: whenUnavailable == .warn)
  }
}
