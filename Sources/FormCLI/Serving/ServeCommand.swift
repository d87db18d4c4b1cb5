import ArgumentParser
import FormConversion
import FormRecorder
import FormRules
import FormServer

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
      let patience = try prepare(console)
      try console.flush()
      return try ServingSupervisor(console: console, patience: patience).run()
    }
    ServingChild.followParent(parent)
    try serve(console)
    return .success
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
    configuration.publicForms = try served.require(publicForms: open)
    configuration.isBehindProxy = behindProxy
    configuration.parameters = parameters.values
    configuration.logsRequests = log != nil
    limits.set(in: &configuration)
    configuration.recordSchema = SchemaConversion.recordSchema
    return configuration
  }

  func cannotListen(_ error: any Error) -> RecorderError {
    let port = ServingChild.ownPort ?? self.port
    let text =
      switch ListeningError(error) {
      case .unknownHost:
        "the host '\(host.displayText)' is unknown; set --host to an address of this machine, such "
          + "as 127.0.0.1 or ::1, without brackets"
      case .addressNotAvailable:
        "\(host) is not an address of this machine; set --host to one, or to 0.0.0.0 for all"
      case .addressInUse: "the port \(port) of \(host) is in use; set --port to another one"
      case .permissionDenied:
        "this user may not listen on the port \(port) of \(host); set --port to one above 1023"
      case nil:
        "cannot listen on \(ServerConfiguration.authority(host, port: port)): \(error)"
      }
    return RecorderError(.refused, text)
  }
  #endif
}
