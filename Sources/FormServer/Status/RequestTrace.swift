#if Server
import Synchronization

/// What the log of requests contains and only a route knows.
final class RequestTrace: Sendable {
  private let state = Mutex<(caller: String?, form: String?)>((nil, nil))

  /// The name of the token or user.
  var caller: String? { state.withLock { $0.caller } }
  /// The form in the path, once the caller's access was checked.
  var form: String? { state.withLock { $0.form } }

  func note(caller: String?) { state.withLock { $0.caller = caller } }

  func note(form: String?) { state.withLock { $0.form = form } }
}
#endif
