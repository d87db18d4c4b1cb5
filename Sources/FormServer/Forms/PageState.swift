#if Server
import FormRecorder

/// What the pages of forms share.
struct PageState: Sendable {
  let forms: PublishedForms
  let tokens: PageTokens
  let drafts: PageDrafts
  /// The files that users upload with forms.
  let files: SubmittedFiles

  init(
    _ recorder: AsyncRecorder, _ configuration: ServerConfiguration, files: SubmittedFiles,
    database: String, clock: ServerClock
  ) {
    self.files = files
    forms = PublishedForms(recorder, configuration: configuration, clock: clock)
    tokens = PageTokens(
      ServerKey(database: database), lifetime: configuration.pageLifetime, clock)
    drafts = PageDrafts(configuration, clock)
  }
}
#endif
