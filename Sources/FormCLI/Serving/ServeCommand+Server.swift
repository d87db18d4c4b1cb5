#if Server
import Dispatch
import FormCurl
import FormNotifications
import FormRecorder
import FormRules
import FormServer

/// The server, which is a process of its own.
extension ServeCommand {
  /// Runs the server, and sends notifications, until a signal stops it.
  func serve(_ console: Console) throws {
    var recorder = try change.recorder(store, console)
    recorder.settings.services = remote.services(console)
    let events = ServerEventQueue()
    recorder.settings.onSeal = { [follow = recorder.settings.onSeal] receipts in
      follow?(receipts)
      events.send(.committed)
    }
    let server = try FormHTTPServer(
      recorder, configuration(ServedDefinitions(recorder)), report: events.report)
    let mailSettings = try mail.settings(messages)
    let notifier = EventNotifier(recorder) { [recorder, policy = remote.policy] webhook in
      WebhookSender(recorder, webhook: webhook) { (request, headers) throws(ServiceError) in
        try policy.post(request, headers: headers)
      }
    } makeMailSender: { [recorder] in
      mailSettings.map { MailSender(overCurl: recorder, $0) }
    } report: {
      server.reportError($0.description)
    }
    try serve(server, events, notifier: notifier, on: console)
  }

  /// Runs the server until a signal stops it. This thread prints all events of the server,
  /// because a console belongs to one thread.
  private func serve(
    _ server: FormHTTPServer, _ events: ServerEventQueue, notifier: EventNotifier,
    on console: Console
  ) throws {
    Task.detached {
      do {
        try await server.run { events.send(.started(port: $0)) }
        events.send(.ended(nil))
      } catch {
        events.send(.ended(error))
      }
    }
    var loop = ServerEventLoop(
      console: console, host: host,
      requestLog: log.map { RequestLog(format: $0, console: console) }, notify: notifier.update)
    do {
      var event: ServerEventQueue.Event?
      while try loop.handle(event, at: .now()) { event = events.next(until: loop.notificationTime) }
    } catch {
      throw loop.hasStarted ? RecorderError(error) : cannotListen(error)
    }
  }
}
#endif
