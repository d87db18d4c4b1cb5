import FormBytes
public import FormRules

/// The settings of a server, including its limits.
///
/// Every limit is at least 1 and at most 2,147,483,647, unless its documentation states another
/// bound. Times may be fractions of a second. `FormHTTPServer` throws an error if a limit is out
/// of bounds.
public struct ServerConfiguration: Sendable {
  /// The address to listen on. By default, only connections from the local machine are accepted.
  public var host = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose one.
  public var port = 8080
  /// The names of the forms that accept submissions and files without a token. All other requests
  /// require a token or a user.
  public var publicForms: Set<String> = []
  /// Whether the server is behind a reverse proxy with TLS: cookies are secure, browsers are told
  /// to use TLS (HSTS), and the address of the client is the last entry of `X-Forwarded-For`.
  public var isBehindProxy = false
  /// The values of run parameters, by name. Submissions and imports receive the parameters that
  /// their rule set declares.
  public var parameters: [String: String] = [:]
  /// The language of responses if no language that the client prefers is available.
  public var language = "en"
  /// Whether answered requests are reported (`ServerEvent`).
  public var logsRequests = false
  /// Custom messages in any languages.
  public var catalogues: [MessageCatalogue] = []

  // MARK: Sizes

  /// The maximum size of a request with submissions or a correction, without files, and of a JSON
  /// object that concerns several submissions, such as a waiver of their failures, in bytes. All
  /// lines of NDJSON count together.
  public var maximumBody = 1 << 20
  /// The maximum number of records in one request with several submissions. More than about 10,000
  /// records of 100 bytes need a greater `maximumBody`, or are sent as a file.
  public var maximumRecords = 100_000
  /// The maximum number of records in one commit. For clients without a token, it is at most half
  /// of their share of `maximumPending`.
  public var recordsPerCommit = 256
  /// The maximum number of values in an HTML form.
  public var maximumFormValues = 20_000
  /// The maximum number of files that are uploaded with a form.
  public var maximumFormFileCount = 20
  /// The maximum size of one file that is uploaded with a form, in bytes. At most 2^50.
  public var maximumFormFile = 10 << 20
  /// The maximum size of all files that are uploaded with a form, and of the changes of a request
  /// for repairs, in addition to `maximumBody`, in bytes. At most 2^50.
  public var maximumFormFiles = 16 << 20
  /// The maximum size of an uploaded file, in bytes. At most 2^50.
  public var maximumUpload = 8 << 30
  /// The maximum size of a file that a client without a token uploads, and of its content if it is
  /// compressed, in bytes. At most 2^50.
  public var maximumAnonymousUpload = 16 << 20
  /// The maximum size of the value of a header field, and of the header of a part of a form, in
  /// bytes.
  public var maximumHeaderField = 16 << 10
  /// The maximum size of the path and all header fields of a request, in bytes.
  public var maximumHeaders = 32 << 10
  /// The maximum number of header fields of a request.
  public var maximumHeaderCount = 100
  /// The maximum size of a form without a record, such as that for signing in, and of a JSON object
  /// that concerns one submission or import, such as a decision, in bytes.
  public var maximumSmallBody = 64 << 10

  // MARK: Concurrent work

  /// The maximum number of open connections. Additional ones wait until others are closed.
  public var maximumConnections = 4096
  /// The maximum number of open connections of one client address. Additional ones are closed. A
  /// server behind a proxy has no such limit.
  public var maximumConnectionsPerAddress = 256
  /// The maximum number of submissions and single changes that wait for a commit. A client without
  /// a token may send a quarter of them, but at least one. More are answered with status 503.
  public var maximumPending = 1024
  /// The maximum number of forms with files that are received at the same time. A client without a
  /// token may send a quarter of them, but at least one. More are answered with status 503.
  public var maximumFormUploads = 64
  /// The maximum number of files that are received or imported at the same time. A client without a
  /// token may send a quarter of them, but at least one. More are answered with status 503.
  public var maximumImports = 16
  /// The maximum number of files that are downloaded, and of lists of failures, lists of repairs,
  /// reports of imports and metadata of OData that are read, at the same time. More are answered
  /// with status 503.
  public var maximumDownloads = 16
  /// The maximum number of audit reports that are created at the same time. More are answered with
  /// status 503.
  public var maximumPendingReports = 2

  // MARK: Responses

  /// The maximum number of submissions in a page of JSON, and of records in a page of OData.
  public var maximumPage = 1_000
  /// The maximum number of submissions in a part of a file.
  public var maximumPart = 1_000_000
  /// The size from which a page of OData ends, in bytes.
  public var maximumFeedPageBytes = 8 << 20
  /// The maximum number of sorted records that a request for a page of OData may skip. All of them
  /// are kept in memory. May be 0.
  public var maximumSortedSkip = 100_000
  /// The maximum number of submissions that a search by values may find.
  public var maximumFound = 10_000
  /// The number of events on the page of the log.
  public var maximumLogEvents = 500

  // MARK: Memory

  /// The maximum number of signed-in browsers. Beyond it, the user or link with the most browsers
  /// loses the one that signed in first.
  public var maximumSessions = 10_000
  /// The maximum size of the values of all pages that are shown again, in bytes. The oldest are
  /// removed first.
  public var maximumDrafts = 32 << 20
  /// The maximum number of clients whose rates are known. An additional one takes the place of the
  /// one that may send most, and what that one has sent counts for it.
  public var maximumClients = 10_000
  /// The number of audit reports that are kept.
  public var maximumReports = 8

  // MARK: Rates

  /// The maximum number of requests without a token per minute and client address.
  public var anonymousRequestsPerMinute = 120
  /// The maximum number of records that are sent without a token per minute and client address.
  /// Those of a file are counted after its import, as at most ten times this number.
  public var anonymousRecordsPerMinute = 60_000
  /// The maximum number of bytes that are sent without a token per minute and client address.
  public var anonymousBytesPerMinute = 64 << 20
  /// The maximum number of attempts to sign in, or to open links that are not known, per minute and
  /// client address.
  public var signInsPerMinute = 10
  /// The maximum number of validations of a form that is being filled in, per minute and client
  /// address.
  public var validationsPerMinute = 600

  // MARK: Times

  /// The maximum time until the header of a request is received, and the maximum time without a
  /// request, in seconds.
  public var headerTimeout = 20
  /// The minimum speed of a request's body, in bytes per second. Slower clients are disconnected.
  /// May be 0.
  public var minimumBodySpeed = 256
  /// The time between two measurements of a body's speed, in seconds.
  public var bodySpeedInterval = 10
  /// The maximum time for which the rest of a refused body is dropped before the connection is
  /// closed, in seconds. May be 0.
  public var maximumRest = 10
  /// The maximum time for reading the content of a page, in seconds. Longer searches and reports
  /// are answered with status 503; the report is created in the background. Whole files, lists of
  /// failures and of repairs, reports of imports and metadata of OData have no such limit.
  public var readingTimeout = 1.0
  /// The maximum time for which an uploaded file waits while others are stored, in seconds. After
  /// that, the request ends with status 503, and nothing of it is stored.
  public var waitingTimeout = 600.0
  /// The maximum time for storing the records or the file of one request, in seconds. After that,
  /// the request ends with status 503; what has been committed is kept.
  public var storingTimeout = 3600.0
  /// The same for requests without a token.
  public var anonymousStoringTimeout = 60.0
  /// The maximum time for which a server that is told to stop answers pending requests, in seconds.
  /// After that, it cancels them.
  public var stoppingTimeout = 10.0
  /// The maximum time for which a download waits for its client, in seconds. After that, the
  /// connection of a client that receives nothing of a response is closed.
  public var downloadTimeout = 60
  /// The time after which a signed-in browser must sign in again, in seconds.
  public var sessionLifetime = 8 * 3600
  /// The time for which a page can be sent after it was shown, in seconds.
  public var pageLifetime = 24 * 3600
  /// The time for which the values of a page that is shown again are kept, in seconds.
  public var draftLifetime = 3600
  /// The minimum time between showing and sending a page, in seconds. A page that an anonymous
  /// client sends earlier is shown again. May be 0.
  public var minimumFormTime = 2
  /// The maximum time until changed grants and definitions take effect, in seconds. May be 0.
  public var changeDelay = 1.0

  /// Returns the JSON Schema of the records that a form and its rules accept, for the OpenAPI
  /// document. If it is nil, the document has no schemas of forms.
  package var recordSchema: (@Sendable (Form, RuleSet?) -> JSON)?

  /// Creates the default settings.
  public init() {}

  /// The maximum size of a request of a page, with its files or changes, in bytes.
  var maximumFormRequest: Int { maximumBody + maximumFormFiles }

  /// The languages of a form's texts that have neither a title or labels nor messages. Pages are
  /// never shown in them.
  package func unusedLanguages(of form: Form) -> [String] {
    let shown = form.pageLanguages
    return form.languages.filter {
      !shown.contains($0) && !Localization($0, catalogues: catalogues).isKnown
    }
  }
}

extension ServerConfiguration {
  /// The part of a URL that names a host and a port. IPv6 addresses have brackets.
  package static func authority(_ host: String, port: Int) -> String {
    "\(host.bracketedHost):\(port)"
  }
}
