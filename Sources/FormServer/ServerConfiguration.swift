public import FormRules

/// The settings of a server.
public struct ServerConfiguration: Sendable {
  /// The address to listen on. By default, only connections from the local machine are accepted.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose one.
  public var port = 8080
  /// Whether forms accept submissions without a token. All other requests require a token or a
  /// user.
  public var isOpen = false
  /// Whether the server is behind a reverse proxy with TLS: cookies are secure, browsers are told
  /// to use TLS (HSTS), and the address of the client is the last entry of `X-Forwarded-For`.
  public var isBehindProxy = false
  /// The maximum size of a submission, in bytes.
  public var maximumBody = 1 << 20
  /// The maximum size of one file that is uploaded with a form, in bytes.
  public var maximumFormFile = 10 << 20
  /// The maximum size of all files that are uploaded with a form, in bytes.
  public var maximumFormFiles = 16 << 20
  /// The maximum size of an uploaded file, in bytes.
  public var maximumUpload = 8 << 30
  /// The maximum number of submissions that wait for a commit. More are answered with status 503.
  public var maximumPending = 1024
  /// The maximum time for reading the content of a page, in seconds. Longer searches and reports
  /// are answered with status 503; the report is created in the background. Whole files have no
  /// such limit.
  public var readingTimeout = 1.0
  /// The maximum number of open connections. Additional ones wait until others are closed.
  public var maximumConnections = 4096
  /// The maximum number of requests without a token per minute and client address.
  public var anonymousRequestsPerMinute = 120
  /// The maximum time for receiving the header of a request, and for which a connection may be
  /// idle, in seconds.
  public var headerTimeout = 20
  /// The minimum speed of a request's body, in bytes per second. Slower clients are disconnected.
  public var minimumBodySpeed = 256
  /// The values of run parameters, by name. Submissions and imports receive the parameters that
  /// their rule set declares.
  public var parameters: [String: String] = [:]
  /// The language of responses if no language that the client prefers is available.
  public var language = "en"
  /// Custom messages in any languages.
  public var catalogues: [MessageCatalogue] = []
  /// Returns the JSON Schema of the records that a form and its rules accept, for the OpenAPI
  /// document. If it is nil, the document has no schemas of forms.
  package var recordSchema: (@Sendable (Form, RuleSet?) -> JSON)?

  /// Creates the default settings.
  public init() {}
}
