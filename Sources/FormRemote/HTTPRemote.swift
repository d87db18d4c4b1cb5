#if Remote
  public import FormRules
  import Synchronization

  /// Asks services for the rule `remote` by HTTP: a POST of `{"instance": …}`, yes on a status of 2xx with
  /// the body `true`.
  ///
  /// ```swift
  /// let remote = HTTPRemote(HostPolicy(allowing: ["api.example.com"]))
  /// let result = try await validator.validate(signUp, asking: remote.client)
  /// ```
  ///
  /// A host's name is looked up once for each connection that is made, and the connection goes to that
  /// address, so that no later answer of DNS leads elsewhere. Redirects are not followed, proxies of the
  /// environment not used, and no more than 64 KiB of an answer are read. A redirect, a status of 5xx, and
  /// an answer that is too long are no answers: the error is `remote.unavailable`, never a yes.
  public final class HTTPRemote: Sendable {
    /// What asks; it may be shared by all of a program.
    public let client: RemoteClient

    private let connections: PinnedConnections

    /// What asks the hosts that a policy allows.
    ///
    /// - Parameters:
    ///   - policy: the hosts.
    ///   - concurrency: how many questions are under way at once.
    ///   - retries: how often a question is put again when the connection failed. An answer, whatever its
    ///     status, and silence are not asked again.
    ///   - timeout: the longest that a question may take, if that is less than its rule says.
    ///   - note: called with why a question was not put or not answered, at most once a reason; for a
    ///     log. It holds no value.
    public init(
      _ policy: HostPolicy, concurrency: Int = 32, retries: Int = 1, timeout: Duration? = nil,
      note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      let connections = PinnedConnections(policy, concurrency: max(1, concurrency))
      let told = Mutex<Set<String>>([])
      @Sendable func tell(_ reason: String) {
        let isNew = told.withLock { $0.count < 100 && $0.insert(reason).inserted }
        if isNew { note(reason) }
      }
      self.connections = connections
      client = RemoteClient(concurrency: concurrency, retries: retries, timeout: timeout) {
        question in
        do {
          return try await connections.answer(question)
        } catch let error as HostPolicy.Refusal {
          tell(error.description)
          return .none
        } catch let error as UnusableAnswer {
          tell(error.description)
          return .none
        } catch {
          // A fault on the way is tried again.
          tell("\(type(of: error)): \(error)")
          throw error
        }
      }
    }

    deinit {
      let connections = connections
      Task { await connections.close() }
    }

    /// Closes idle connections; questions that are put afterwards have no answer.
    public func shutDown() async { await connections.close() }
  }

  /// Something came that is neither yes nor no.
  struct UnusableAnswer: Error, CustomStringConvertible {
    let description: String
  }
#endif
