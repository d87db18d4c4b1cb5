#if Server
import FormRecorder
import FormRules
import Hummingbird

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
  let signInRate = RateLimit(perMinute: 10)
  let validationRate = RateLimit(perMinute: 600)
  let forms: PublishedForms
  let pageTokens = PageTokens()
  /// The files that users upload with forms.
  let submittedFiles: SubmittedFiles
  /// The limit on forms with files that are received at the same time.
  let uploading = PendingLimit(64)
  /// Sends requests of `remote` rules, if services are available.
  let client: ServiceClient?

  init(_ recorder: Recorder, _ configuration: ServerConfiguration) {
    self.recorder = AsyncRecorder(recorder)
    self.configuration = configuration
    access = ExpiringValue { [recorder = self.recorder] _ in
      try await recorder.perform { recorder, _ in try recorder.accessList() }
    }
    languages = Languages(configuration)
    forms = PublishedForms(self.recorder, parameters: configuration.parameters)
    submittedFiles = SubmittedFiles(database: recorder.database)
    client = recorder.settings.services?.client
    pending = PendingLimit(configuration.maximumPending)
    anonymousRate = RateLimit(perMinute: configuration.anonymousRequestsPerMinute)
  }

  /// All routes but that of the OpenAPI document. To add some, add a type and a line here.
  var routes: [any RouteSet] {
    [
      StatusRoutes(core: self), SubmissionRoutes(core: self), CorrectionRoutes(core: self),
      DecisionRoutes(core: self), ImportRoutes(core: self), FormRoutes(core: self),
      LiveValidation(core: self), SignInRoutes(core: self), ExportRoutes(core: self),
      HistoryRoutes(core: self), ODataRoutes(core: self), AuditRoutes(core: self),
    ]
  }
}
#endif
