#if Server
import FormDefinitions
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The page on which people repair the failures of a form.
struct FailuresPage {
  static let script = PageAssets.Asset("repair.js", PageTexts.failuresJS)
  static let style = PageAssets.Asset("repair.css", PageTexts.failuresCSS)

  let core: ServerCore

  func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let address = core.address(for: request)
    let localization = core.languages.preferred(by: request)
    let definition = try await core.pools.reader.perform { recorder, _ in
      try recorder.definitions(VersionReference.required(form), kind: .form).first?.definition
    }
    guard case .form(let definition)? = definition else {
      throw Problem(.notFound, "there is no form \(form)")
    }
    let title = localization.title(of: definition)
    let showsSensitive = try context.flag(.showsSensitive, requiring: .correct, on: form)
    let term = localization.term
    // Lines, because each quote of JSON would take six bytes.
    let texts =
      Self.terms.map { "\($0)\t\(term($0))" }
      + Self.sentences.map { "\($0)\t\(localization.sentence($0))" }
    let link = context.query.text
    let sensitive: HTML =
      showsSensitive || context.caller.importID != nil
      ? ""
      : """
      <a id="sensitive" hidden href="\(link.isEmpty ? "?" : "\(link)&")sensitive=true">\
      \(term("show sensitive"))</a>
      """
    let importID = try context.caller.importID ?? context.query.integer(.importFilter)
    let selected = importID.map { "&import=\($0)" } ?? ""
    let source = try await keptSource(ofForm: form, importID, context)
    let workbook = address.path("/forms/\(form)/open?format=xlsx\(selected)")
    // The holder of a link may open no other page.
    let pages: HTML =
      !context.caller.allows(.read, on: form)
      ? ""
      : """
       <a href="\(address.path("/audit/submissions"))?form=\(form)">\(term("submissions"))</a>
      """
    let content: HTML = """
      <p><a href="\(workbook)" download>\(term("download workbook"))</a></p>
      <div id="repair" data-rights="\(context.caller.rights(on: form))"\(.attribute("data-csrf", context.session?.csrf))\(.attribute("data-source", source)) \
      data-root="\(address.prefix)" data-user="\(context.caller.name ?? "")" data-form="\(form)" \
      data-query="\(context.query.text)" \
      data-texts="\(texts.joined(separator: "\n"))">
      <noscript><p>\(localization.sentence("needsScript"))\(pages)</p></noscript>
      \(sensitive)</div>
      <script src="\(address.path(Self.script.path))" defer></script>
      """
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: address
    ).page(
      "\(term("repair failures")): \(title)", content, style: Self.style.path)
  }

  /// The source of all shown records, if the caller may change definitions. Its definition may keep
  /// repairs.
  private func keptSource(
    ofForm form: String, _ importID: Int64?, _ context: ServerContext
  ) async throws -> String? {
    guard context.caller.allows(.administer, on: form) else { return nil }
    var source = context.query[.sourceFilter]
    if let importID {
      source = try await core.pools.reader.perform { recorder, _ in
        let listed = try recorder.import(importID)
        guard listed.form == form else {
          throw Problem(.notFound, "there is no import \(importID)")
        }
        return listed.source
      }
    }
    return source.flatMap { DefinitionNames.problem(ofName: $0, "a source") == nil ? $0 : nil }
  }

  /// The texts of the script.
  private static let terms = [
    "all", "failures", "failures left", "records", "rule", "field", "message", "search", "sort",
    "by number", "by failure", "save", "undo", "redo", "unsaved cells", "repairs", "apply",
    "preview", "replace", "new value", "value", "count", "repair trim", "repair blanks",
    "repair dayFirst", "repair monthFirst", "repair point", "repair comma", "repair nearest",
    "repair others", "next deliveries", "closed failures", "changed cells", "before", "after",
    "waive failures",
    "waive", "reason", "cancel", "discard", "your value", "stored value", "keep mine", "conflicts",
    "same value", "drop file", "file", "column", "cause", "keep values", "confirm changes",
    "refused", "line", "submission", "unchanged", "send as records", "decision", "first lines",
    "comment", "comments", "add comment", "assign", "assignee", "assigned to me", "nobody",
  ]
  private static let sentences = [
    "cellProtected", "saved", "pasteSkipped", "cellConflict", "recordClosed", "keptInBrowser",
    "notKept", "gridHelp", "noFailuresLeft", "evaluating", "sending", "interrupted", "unintended",
    "malformedRecord", "failed",
  ]
}

extension Caller {
  /// What the page offers: everything, repairs only, or nothing but reading.
  fileprivate func rights(on form: String) -> String {
    if allows(.correct, on: form) { return "all" }
    return allows(.permissionOrLink(.correct, link: .correct), on: form) ? "repair" : "read"
  }
}
#endif
