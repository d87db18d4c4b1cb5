#if Server
import FormModels
import FormPages
import FormRecorder

/// The page on which people fill in a form.
struct FormPage {
  let form: PublishedForm
  let location: Location
  let localization: Localization
  /// The proof that this page was shown; see `PageTokens`.
  let token: String
  /// The token of the session, if a user is signed in.
  var csrf: String?
  var user: String?
  /// The entered values, if the page is shown again, or those in its address.
  var entries: FormEntries?
  /// Whether the page shows the record of the holder of a link, which the browser must not keep.
  var isOwn = false
  /// The fields that depend on others.
  var derived: DerivedFields?
  var errors: [ReportedError] = []
  /// What the page shows again, if it is shown again.
  var draft: PageDrafts.Draft?

  /// The address of the page.
  struct Location {
    let address: PublicAddress
    /// The form as the address names it: `NAME` or `NAME@VERSION`.
    let reference: String
    /// The query with its question mark, or an empty text.
    let query: String

    var form: String { address.path("/forms/\(reference)") }
    func path(_ last: String) -> String {
      address.path("/forms/\(reference)/\(last)\(query)")
    }
  }

  /// A sentence that introduces the form.
  private var introduction: String? { isOwn ? localization.sentence("ownEntries") : nil }
  /// Sentences above the form, such as a request to submit it again.
  private var notice: String? {
    guard let names = draft?.notices, !names.isEmpty else { return nil }
    return names.map(localization.sentence).joined(separator: " ")
  }
  private var showsHoneypot: Bool { draft?.showsHoneypot == true }

  private func term(_ word: String) -> String { localization.term(word) }
  private func words(_ word: String) -> HTML { localization.words(term(word)) }
  private var rejecting: [ReportedError] { errors.filter(\.severity.rejects) }

  var html: HTML {
    PageLayout(
      localization: localization, address: location.address,
      title: localization.title(of: form.form),
      prefix: rejecting.isEmpty && notice == nil ? nil : term("error"), usesScript: true,
      header: PageLayout.account(user, csrf: csrf, localization, at: location.address)
    ).html(
      """
      \(summary)\(introduction.map { "<p>\($0)</p>\n" } ?? "" as HTML)<div\(scriptTexts)>
      <form method="post" action="\(location.path("submissions"))" novalidate\
      \(HTML.attribute("enctype", form.hasFiles ? "multipart/form-data" : nil)) \
      accept-charset="utf-8">
      <input type="hidden" name="\(ControlName.token)" value="\(token)">
      \(honeypot)\(legend)\(pages)
      <div class="actions"><button class="send">\(words("send"))</button></div>
      </form>
      </div>
      """)
  }

  /// The attributes that the script reads. They belong to an element around the form, because a
  /// control can hide properties of the form itself.
  private var scriptTexts: HTML {
    """
     data-form="\(location.form)"\
    \(HTML.attribute("data-validation", form.validator == nil ? nil : location.path("validation")))\
    \(HTML.attribute("data-csrf", csrf)) data-next="\(term("next"))" data-back="\(term("back"))" \
    data-checking="\(term("checking"))" data-restored="\(localization.sentence("draft"))" \
    data-delete="\(term("delete entries"))"\(HTML.flag("data-entered", draft != nil))\
    \(HTML.flag("data-derived", derived != nil))
    """
  }

  /// The errors, with links to their fields. The browser moves the focus here.
  private var summary: HTML {
    if rejecting.isEmpty, notice == nil { return "" }
    let items: [HTML] = rejecting.map { error in
      guard let field = error.field, let control = control(field) else {
        return "<li>\(error.message)</li>"
      }
      let label = label(of: control, before: error)
      return "<li><a href=\"#\(control.id)\">\(label)\(error.message)</a></li>"
    }
    let list: HTML = items.isEmpty ? "" : "<ul>\(items)</ul>\n"
    return """
      <div class="summary" id="errors" role="alert" tabindex="-1" autofocus>
      <h2>\(localization.words(notice ?? term("please correct")))</h2>
      \(list)</div>

      """
  }

  /// The label of a field in front of its error, unless the author's message begins with it.
  private func label(of control: FieldControl, before error: ReportedError) -> HTML {
    let label = localization.label(of: control.field)
    return error.message.hasPrefix(label) ? "" : "<b><bdi>\(label)</bdi></b> – "
  }

  private func control(_ field: String) -> FieldControl? {
    form.controls.first { $0.field.name == field }
  }

  private var legend: HTML {
    guard form.controls.contains(where: \.isRequired) else { return "" }
    return "<p class=\"legend\"><span aria-hidden=\"true\">*</span> \(words("required"))</p>\n"
  }

  private var honeypot: HTML {
    """
    <div class="\(showsHoneypot ? "field" : "extra")"\
    \(HTML.attribute("aria-hidden", showsHoneypot ? nil : "true"))><label for="extra">\
    \(localization.sentence("leaveEmpty"))</label><input id="extra" type="text" \
    name="\(ControlName.honeypot)" tabindex="\(showsHoneypot ? "0" : "-1")" autocomplete="off"></div>

    """
  }

  /// The pages with their sections. Without scripts, all pages are visible.
  private var pages: HTML {
    let hasPages = form.controls.contains { $0.field.presentation.page != nil }
    let level: HTML = hasPages ? "h3" : "h2"
    var parts: [HTML] = []
    var (isInPage, isInSection) = (false, false)
    for control in form.controls {
      let presentation = control.field.presentation
      let page = presentation.page.map { localization.text(presentation.pageTranslations) ?? $0 }
      let section = presentation.section.map {
        localization.text(presentation.sectionTranslations) ?? $0
      }
      if isInSection, page != nil || section != nil {
        parts.append("</section>\n")
        isInSection = false
      }
      if let page {
        if isInPage { parts.append("</div>\n") }
        parts.append("<div class=\"page\"><h2 tabindex=\"-1\">\(page)</h2>\n")
        isInPage = true
      }
      if let section {
        parts.append("<section><\(level)>\(section)</\(level)>\n")
        isInSection = true
      }
      if isOwn, control.isFixedForLink { continue }
      let view = FieldView(
        control: control, localization: localization, entries: entries,
        errors: errors.filter { $0.field == control.field.name },
        isHidden: derived?.hidden.contains(control.field.name) == true, keepsDraft: !isOwn)
      parts.append("\(view.html)\n")
    }
    if isInSection { parts.append("</section>\n") }
    if isInPage { parts.append("</div>\n") }
    return "\(parts)"
  }
}
#endif
