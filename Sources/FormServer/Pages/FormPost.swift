#if Server
import FormRecorder
import FormRules
import Hummingbird

/// A POST request from the page of a form.
struct FormPost {
  let core: ServerCore
  let request: Request
  let context: ServerContext
  let form: PublishedForm
  /// The form as the address names it: `NAME` or `NAME@VERSION`.
  let reference: String
  var verified: VerifiedForm
  var entries: FormEntries
  /// Whether the submission that the page corrects is purged.
  var correctsPurged = false

  var posted: PostedForm { verified.posted }
  var token: PageTokens.Token? { verified.pageToken }
  /// The token of the session, if a user is signed in.
  var csrf: String? { context.session?.csrf }
  var query: String { context.query.text }
  /// The fields to fill in that the page had hidden when it was sent.
  var hiddenFields: Set<String> {
    let names = posted.values.filter { $0.name == ControlName.hidden }.map(\.value)
    return Set(names.compactMap(ControlName.field)).intersection(
      form.controls.filter { $0.isConditional && $0.field.computation == nil }.map(\.field.name))
  }
}
#endif
