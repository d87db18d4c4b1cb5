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
    key: ServerKey, clock: ServerClock
  ) {
    self.files = files
    forms = PublishedForms(recorder, configuration: configuration, clock: clock)
    tokens = PageTokens(key, lifetime: configuration.pageLifetime, clock)
    drafts = PageDrafts(configuration, clock)
  }
}
#endif
