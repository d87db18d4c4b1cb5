#if Server
import FormRecorder
import FormRules
import Hummingbird
import Synchronization

/// The state that the routes share.
final class ServerCore: Sendable {
  let recorder: AsyncRecorder
  let configuration: ServerConfiguration
  /// The active grants. A change takes effect within a second.
  let access: ExpiringValue<AccessList>
  let languages: Languages
  let metrics = ServerMetrics()
  let sessions = BrowserSessions()
  let pending: PendingLimit
  let anonymousRate: RateLimit
  let anonymousRecords: RateLimit
  let anonymousBytes: RateLimit
  let signInRate: RateLimit
  let validationRate: RateLimit
  let forms: PublishedForms
  let pageTokens: PageTokens
  let pageDrafts = PageDrafts()
  /// The files that users upload with forms.
  let submittedFiles: SubmittedFiles
  /// The limit on forms with files that are received at the same time.
  let uploading: PendingLimit
  /// Imports files, on threads of their own, so that other requests do not wait for them.
  let importer: AsyncRecorder
  /// The limit on files that are received or imported at the same time.
  let pendingImports: PendingLimit
  private let stopping = Atomic(false)
  /// Sends requests of `remote` rules, if services are available.
  let client: ServiceClient?

  init(_ recorder: Recorder, _ configuration: ServerConfiguration) {
    self.recorder = AsyncRecorder(recorder)
    self.configuration = configuration
    access = ExpiringValue { [recorder = self.recorder] _ in
      try await recorder.perform { recorder, _ in try recorder.accessList() }
    }
    languages = Languages(configuration)
    pageTokens = PageTokens(ServerKey(database: recorder.database))
    forms = PublishedForms(self.recorder, parameters: configuration.parameters)
    submittedFiles = SubmittedFiles(database: recorder.database)
    client = recorder.settings.services?.client
    pending = PendingLimit(configuration.maximumPending)
    uploading = PendingLimit(configuration.maximumFormUploads, of: "forms")
    importer = AsyncRecorder(recorder)
    pendingImports = PendingLimit(configuration.maximumImports, of: "files")
    anonymousRate = RateLimit(perMinute: configuration.anonymousRequestsPerMinute)
    anonymousRecords = RateLimit(
      perMinute: configuration.anonymousRecordsPerMinute, of: "records")
    anonymousBytes = RateLimit(perMinute: configuration.anonymousBytesPerMinute, of: "bytes")
    signInRate = RateLimit(perMinute: configuration.signInsPerMinute)
    validationRate = RateLimit(perMinute: configuration.validationsPerMinute)
  }

  /// Whether the server has been told to stop.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Makes requests that store many records end after their next commit.
  func stop() { stopping.store(true, ordering: .relaxed) }

  /// All routes but that of the OpenAPI document. To add some, add a type and a line here.
  var routes: [any RouteSet] {
    [
      StatusRoutes(core: self), SubmissionRoutes(core: self), CorrectionRoutes(core: self),
      DecisionRoutes(core: self), ImportRoutes(core: self), RetractionRoutes(core: self),
      FormRoutes(core: self), LiveValidation(core: self), SignInRoutes(core: self),
      ExportRoutes(core: self),
      HistoryRoutes(core: self), ODataRoutes(core: self), AuditRoutes(core: self),
    ]
  }
}
#endif
