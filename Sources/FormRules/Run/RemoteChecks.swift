import Synchronization

/// The function that requests services for the rule `remote`. FormRules opens no connections: a
/// program that uses the rule registers a function at startup.
public enum RemoteChecks {
  /// Sends a request and waits for the answer. Called from the judging thread, one request at a
  /// time.
  public typealias Check = @Sendable (RemoteQuestion) -> RemoteAnswer

  private static let check = Mutex<Check?>(nil)

  /// Registers a function, or nil to leave out `remote` rules again. Active runs keep the earlier
  /// one.
  public static func register(_ check: Check?) { self.check.withLock { $0 = check } }

  /// The registered function, if any.
  package static var registered: Check? { check.withLock { $0 } }
}

/// A request to a service: a POST with `Content-Type` and `Accept` application/json that bypasses
/// caches.
public struct RemoteQuestion: Sendable, Hashable {
  /// The URL of the service.
  public var url: String
  /// The body, a JSON object in UTF-8 with the value under `instance`.
  public var body: [UInt8]
  /// The timeout in seconds.
  public var timeout: Int
}

/// The result of a request.
public enum RemoteAnswer: Sendable, Equatable {
  /// The service answered.
  case response(status: Int, body: [UInt8])
  /// There was no answer before the timeout, or the connection failed.
  case none
}
