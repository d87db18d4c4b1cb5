#if Server
import FormRecorder
import Synchronization

/// Reports why the store cannot be used: once, until it can be used again.
final class StoreHealth: Sendable {
  private let reason = Mutex<String?>(nil)
  private let report: @Sendable (ServerEvent) -> Void

  init(_ report: @escaping @Sendable (ServerEvent) -> Void) { self.report = report }

  /// Reports a reason, unless it was the last one.
  func failed(_ description: String) {
    let isNew = reason.withLock { reason in
      defer { reason = description }
      return reason != description
    }
    if isNew { report(.failed(description)) }
  }

  /// Notes that the store was used.
  func works() {
    let wasReported = reason.withLock { $0.take() != nil }
    if wasReported { report(.recovered) }
  }
}
#endif
