import ArgumentParser
import FormConversion
import FormCurl
import FormDelivery
import FormRecorder
import FormRules
import FormServer
import Foundation

struct ServeCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Accept submissions and show forms and reports over HTTP.",
    discussion: """
      Every form of the database has a page, /forms/NAME, and accepts records by POST to \
      /forms/NAME/submissions as JSON, NDJSON or form data. Accepted records are answered with status \
      201, rejected records with status 422 and their errors; both are stored before the response is \
      sent. Other programs may use the database at the same time.

      Requests require a token (formrec token) or a signed-in user (formrec user). --open FORM lets \
      everyone send records and files to a form. The server listens only on the local machine, unless \
      --host is specified; use a reverse proxy for TLS. Ctrl-C or SIGTERM stops it after the pending \
      requests are answered. --param sets a parameter for all rule sets that declare it. The server \
      runs in a child process, which is started again if a fault of the program ends it.

      formrec serve --definitions contacts.yaml --open contacts
      curl http://127.0.0.1:8080/forms/contacts/submissions --json '{"id": 7, "name": "Ana Lima"}'
      """)

  @Option(help: "The address to listen on.") var host = "127.0.0.1"
  @Option(help: "The port to listen on. 0 selects a free one.") var port = 8080
  @Option(
    help: ArgumentHelp(
      """
      A form that accepts submissions and files without a token; may be repeated.
      """, valueName: "form"))
  var open: [String] = []
  @Flag(
    help: """
      Trust a reverse proxy: mark cookies as secure, use the last address in X-Forwarded-For as the \
      client's address, and link to the address in X-Forwarded-Host and X-Forwarded-Prefix.
      """)
  var behindProxy = false
  @OptionGroup var limits: ServerLimitOptions
  #if Server
  @Option(help: "Print a line for each request, without values.") var log: RequestLog.Format?
  #endif
  @OptionGroup var parameters: RunParameterOptions
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var mail: MailOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try require("--port", port, in: 0...65_535)
  }

  func run(_ console: Console) throws -> ExitCode {
    #if Server
    guard let parent = ServingChild.ownSocket else {
      // Reports errors in the options before anything is started.
      let recorder = try change.recorder(store, console)
      let patience = try definitions.applying(to: recorder, change: change, on: console) {
        recorder, set in
        if set == nil, FileManager.default.fileExists(atPath: recorder.database) {
          // Updates the schema of a database of an earlier version, which cannot be read before.
          _ = try recorder.storeForWriting()
        }
        let served = try ServedDefinitions(recorder, set)
        try served.require(parameters.values)
        let server = try configuration(served)
        _ = try mail.settings()
        try noteUnusedLanguages(served, server, on: console)
        do {
          try FormServer.requireAvailable(server)
        } catch {
          throw cannotListen(error)
        }
        try recorder.storePlannedDefinitions()
        return UInt32(server.stoppingTimeout) + 10
      }
      try console.flush()
      return try ServingSupervisor(console: console, patience: patience).run()
    }
    ServingChild.followParent(parent)
    return try remote.withServices(console) { services in
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
      return .success
    }
    #else
    throw RecorderError(
      .refused, "this program was built without the server; build it with --traits Server")
    #endif
  }

  #if Server
  func configuration(_ served: ServedDefinitions) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = ServingChild.ownPort ?? port
    configuration.language = try messages.localization().language
    configuration.catalogues = try messages.catalogues()
    configuration.openForms = try served.require(openForms: open)
    configuration.isBehindProxy = behindProxy
    configuration.parameters = parameters.values
    configuration.logsRequests = log != nil
    limits.set(in: &configuration)
    configuration.recordSchema = SchemaConversion.recordSchema
    return configuration
  }

  /// Notes the languages of forms in which pages are not shown: a page is in one language.
  private func noteUnusedLanguages(
    _ served: ServedDefinitions, _ configuration: ServerConfiguration, on console: Console
  ) throws {
    for form in served.forms {
      let languages = configuration.unusedLanguages(of: form)
      guard !languages.isEmpty else { continue }
      console.note(
        "form \(form.name): pages do not show its texts in \(languages.joined(separator: ", ")), "
          + "because the form has no labels and formrec no messages in them; --messages adds some")
    }
  }

  private func cannotListen(_ error: any Error) -> RecorderError {
    RecorderError(
      .refused,
      FormServer.isAddressInUse(error)
        ? "the port \(port) of \(host) is in use" : "cannot listen on \(host):\(port): \(error)")
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
        console.note("listening on http://\(host):\(port)/")
      case .ended(nil): return console.note("stopped")
      case .ended(let error?):
        throw cannotListen(error)
      }
    }
  }
  #endif
}
