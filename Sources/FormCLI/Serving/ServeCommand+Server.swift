#if Server
import Dispatch
import FormCurl
import FormDelivery
import FormRecorder
import FormRules
import FormServer

/// The server, which is a process of its own.
extension ServeCommand {
  /// Runs the server with the delivery of webhooks and mail until a signal stops it.
  func serve(_ console: Console) throws {
    try remote.withServices(console) { services in
      var recorder = try change.recorder(store, console)
      recorder.settings.services = services
      let events = ServerEvents()
      recorder.settings.sealed = { [follow = recorder.settings.sealed] receipts in
        follow?(receipts)
        events.send(.committed)
      }
      let server = FormServer(recorder, try configuration(ServedDefinitions(recorder))) { event in
        switch event {
        case .answered(let request): events.send(.answered(request, at: Recorder.systemClock()))
        case .failed(let reason): events.send(.failed(reason))
        case .recovered: events.send(.note("the database can be used again"))
        }
      }
      let mailSettings = try mail.settings()
      let (language, catalogues) = (try messages.localization(), try messages.catalogues())
      let delivery = EventDelivery(recorder) { [recorder, policy = remote.policy] webhook in
        WebhookSender(recorder, webhook: webhook) { (request, headers) throws(ServiceFailure) in
          try policy.post(request, headers: headers)
        }
      } makeMailSender: { [recorder] in
        mailSettings.map {
          MailSender(overCurl: recorder, $0, in: language, catalogues: catalogues)
        }
      } report: {
        server.reportFailure($0.description)
      }
      try serve(server, events, delivery: delivery, on: console)
    }
  }

  /// Runs the server until a signal stops it. This thread prints all events of the server,
  /// because a console belongs to one thread.
  private func serve(
    _ server: FormServer, _ events: ServerEvents, delivery: EventDelivery, on console: Console
  ) throws {
    Task.detached {
      do {
        try await server.run { events.send(.started(port: $0)) }
        events.send(.ended(nil))
      } catch {
        events.send(.ended(error))
      }
    }
    var requestLog = log.map { RequestLog(format: $0, console: console) }
    var deliveryTime = DispatchTime.now()
    while true {
      console.showNotes()
      if DispatchTime.now() >= deliveryTime {
        delivery.update()
        // Other processes may have committed.
        deliveryTime = .now() + .seconds(1)
      }
      switch events.next(until: deliveryTime) {
      case nil: break
      // Under load, a commit follows another within a millisecond.
      case .committed: deliveryTime = min(deliveryTime, .now() + .milliseconds(100))
      case .note(let text): console.note(text)
      case .failed(let reason): console.printError("error: \(reason)")
      case .answered(let request, let time):
        do {
          try requestLog?.print(request, at: time)
          try console.flush()
        } catch {
          // The server works without its log.
          requestLog = nil
          console.printError("error: no more requests are logged: \(error)")
        }
      case .started(let port):
        ServingChild.report(port: port)
        console.note("listening on http://\(ServerConfiguration.authority(host, port: port))/")
      case .ended(nil): return console.note("stopped")
      case .ended(let error?):
        throw cannotListen(error)
      }
    }
  }
}
#endif
