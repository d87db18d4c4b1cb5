import ArgumentParser
import FormConversion
import FormRecorder
import FormRules
import FormServer
import Foundation
import Synchronization

struct ServeCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Accept submissions and show forms and reports over HTTP.",
    discussion: """
      Every form of the database has a page, /forms/NAME, and accepts records by POST to \
      /forms/NAME/submissions as JSON, NDJSON or form data. Accepted records are answered with status \
      201, rejected records with status 422 and their errors; both are stored before the response is \
      sent. Other programs may use the database at the same time.

      Requests require a token (formrec token) or a signed-in user (formrec user). --open accepts \
      submissions without a token. The server listens only on the local machine, unless --host is \
      specified; use a reverse proxy for TLS. Ctrl-C or SIGTERM stops it after the pending requests are \
      answered. --param sets a parameter for all rule sets that declare it.

      formrec serve --definitions contacts.yaml --open
      curl http://127.0.0.1:8080/forms/contacts/submissions --json '{"id": 7, "name": "Ana Lima"}'
      """)

  @Option(help: "The address to listen on.") var host = "127.0.0.1"
  @Option(help: "The port to listen on. 0 selects a free one.") var port = 8080
  @Flag(help: "Accept submissions without a token.") var open = false
  @Flag(
    help: """
      Trust a reverse proxy: mark cookies as secure, and use the last address in X-Forwarded-For \
      as the client's address.
      """)
  var behindProxy = false
  @Option(
    help: ArgumentHelp("The maximum size of a submission.", valueName: "bytes"))
  var maxBody = ServerConfiguration().maximumBody
  @Option(
    help: ArgumentHelp("The maximum size of an uploaded file.", valueName: "bytes"))
  var maxUpload = ServerConfiguration().maximumUpload
  @Option(
    help: ArgumentHelp(
      "The maximum number of requests per minute and client without a token.",
      valueName: "number"))
  var requestsPerMinute = ServerConfiguration().anonymousRequestsPerMinute
  @OptionGroup var parameters: RunParameterOptions
  @OptionGroup var definitions: DefinitionOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    try require("--port", port, in: 0...65_535)
    try require("--max-body", maxBody, in: 1...(1 << 30), unit: "bytes")
    try require("--requests-per-minute", requestsPerMinute, in: 1...(.max))
    try require("--max-upload", maxUpload, in: 1...(.max), unit: "bytes")
  }

  func run(_ console: Console) throws -> ExitCode {
    #if Server
    var configuration = configuration
    configuration.language = try messages.localization().language
    configuration.catalogues = try messages.catalogues()
    return try remote.withServices(console) { [configuration] services in
      var recorder = try change.recorder(store, console)
      recorder.settings.services = services
      let events = ServerEvents()
      recorder.settings.sealed = { [follow = recorder.settings.sealed] receipts in
        follow?(receipts)
        events.send(.committed)
      }
      if let set = try definitions.set {
        try definitions.apply(set, recorder, change, console)
      }
      try serve(
        FormServer(recorder, configuration), events, recorder.webhookSender(remote.policy),
        console)
      return .success
    }
    #else
    throw RecorderError(
      .refused, "this program was built without the server; build it with --traits Server")
    #endif
  }

  #if Server
  private var configuration: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.isOpen = open
    configuration.isBehindProxy = behindProxy
    configuration.maximumBody = maxBody
    configuration.maximumUpload = maxUpload
    configuration.parameters = parameters.values
    configuration.anonymousRequestsPerMinute = requestsPerMinute
    configuration.recordSchema = SchemaConversion.recordSchema
    return configuration
  }

  /// Sends events to webhooks, if any are due. Retries after one second if the store is busy.
  private func send(_ webhooks: WebhookSender, _ console: Console) {
    do {
      if try webhooks.isDue { try webhooks.sendDueEvents() }
    } catch {
      if case .busy = error.reason { return }
      console.note("webhooks: \(error)")
    }
  }

  /// Runs the server until a signal stops it. This thread prints all events of the server,
  /// because a console belongs to one thread.
  private func serve(
    _ server: FormServer, _ events: ServerEvents, _ webhooks: WebhookSender,
    _ console: Console
  ) throws {
    Task.detached {
      do {
        try await server.run { events.send(.started(port: $0)) }
        events.send(.ended(nil))
      } catch {
        events.send(.ended(error))
      }
    }
    while true {
      switch events.next(timeout: .seconds(1)) {
      case nil: send(webhooks, console)
      case .committed:
        // Under load, a commit follows another within a millisecond.
        usleep(100_000)
        send(webhooks, console)
      case .started(let port): console.note("listening on http://\(host):\(port)/")
      case .ended(nil): return console.note("stopped")
      case .ended(let error?):
        throw RecorderError(.refused, "cannot listen on \(host):\(port): \(error)")
      }
    }
  }
  #endif
}

#if Server
/// A queue of the events that the server reports to the waiting thread.
private final class ServerEvents: Sendable {
  enum Event: Sendable {
    case started(port: Int)
    /// This process changed the store. Other processes' changes are found at the timeout.
    case committed
    case ended((any Error)?)
  }

  private let events = Mutex<[Event]>([])
  private let available = DispatchSemaphore(value: 0)

  /// Adds an event. Drops a commit if another commit is already waiting.
  func send(_ event: Event) {
    let isAdded = events.withLock { events in
      if case (.committed, .committed?) = (event, events.last) { return false }
      events.append(event)
      return true
    }
    if isAdded { available.signal() }
  }

  /// Waits for the next event. Returns nil at the timeout.
  func next(timeout: DispatchTimeInterval) -> Event? {
    if available.wait(timeout: .now() + timeout) == .timedOut { return nil }
    return events.withLock { $0.removeFirst() }
  }
}
#endif
