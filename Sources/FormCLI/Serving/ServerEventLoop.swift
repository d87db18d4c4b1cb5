#if Server
import Dispatch
import FormServer

/// Prints the events of a server, and has notifications sent.
struct ServerEventLoop {
  let console: Console
  let host: String
  var requestLog: RequestLog?
  /// Called when the store may have changed.
  let notify: () -> Void
  /// Whether the server has listened.
  private(set) var hasStarted = false
  /// The time until which to wait for the next event.
  private(set) var notificationTime = DispatchTime.now()

  init(console: Console, host: String, requestLog: RequestLog?, notify: @escaping () -> Void) {
    (self.console, self.host) = (console, host)
    (self.requestLog, self.notify) = (requestLog, notify)
  }

  /// Handles an event, or nil if there is none.
  ///
  /// - Returns: Whether the server runs.
  /// - Throws: The error with which it ended.
  mutating func handle(_ event: ServerEventQueue.Event?, at now: DispatchTime) throws -> Bool {
    switch event {
    case nil: break
    // Under load, a commit follows another within a millisecond.
    case .committed: notificationTime = min(notificationTime, now + .milliseconds(100))
    case .note(let text): console.note(text)
    case .failed(let reason): console.printError("error: \(reason)")
    case .answered(let request, let time):
      guard let log = requestLog else { break }
      do {
        try log.print(request, at: time)
        try console.flush()
      } catch {
        // The server works without its log.
        requestLog = nil
        console.printError("error: no more requests are logged: \(error)")
      }
    case .started(let port):
      hasStarted = true
      ServingChild.report(port: port)
      console.note("listening on http://\(ServerConfiguration.authority(host, port: port))/")
    case .ended(nil):
      console.note("stopped")
      return false
    case .ended(let error?): throw error
    }
    console.showNotes()
    if now >= notificationTime {
      notify()
      // Other processes may have committed.
      notificationTime = now + .seconds(1)
    }
    return true
  }
}
#endif
