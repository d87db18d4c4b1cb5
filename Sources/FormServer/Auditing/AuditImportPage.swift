#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The page about an import, on which it can be retracted, and that can be undone.
struct AuditImportPage {
  let core: ServerCore

  func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let listed = try await read(context, for: .read)
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    let term = localization.term
    let texts: [(String, String?)] = [
      ("form", listed.form), ("state", term(listed.state.rawValue)),
      ("file", listed.fileName), ("source", listed.source),
      ("by whom", listed.by), ("reason", listed.reason),
      ("records", String(listed.records)), ("accepted", String(listed.accepted)),
      ("rejected", String(listed.rejected)),
    ]
    let rows: [[HTML]] = texts.compactMap { word, text in
      text.map { ["\(term(word))", .data($0)] }
    }
    let isRetracted = listed.state == .retracted
    let isChangeable =
      (isRetracted || listed.state == .finished)
      && context.caller.allows(.correct, on: listed.form)
    let mayRepair = listed.rejected > 0 && context.caller.allows(.correct, on: listed.form)
    let path = "/fix/\(listed.form)?import=\(listed.importID)"
    let repair: HTML =
      mayRepair ? "<p><a href=\"\(address.path(path))\">\(term("repair failures"))</a></p>" : ""
    return AuditPageLayout(
      caller: context.caller, localization: localization, address: address
    ).page(
      "\(term("import")) \(listed.importID)",
      """
      \(.table(term("import"), ["property", "value"].map(term), rows: rows))
      \(repair)
      \(isChangeable ? form(listed, isUndo: isRetracted, context, in: localization, address: address) : "")
      """)
  }

  private func form(
    _ listed: ImportSummary, isUndo: Bool, _ context: ServerContext, in localization: Localization,
    address: PublicAddress
  ) -> HTML {
    let term = localization.term
    let title = term(isUndo ? "undo retraction" : "retract import")
    let option: HTML =
      isUndo
      ? "<input type=\"hidden\" name=\"undo\" value=\"true\">"
      : """
      <label><input type="checkbox" name="withDependents" value="true"> \
      \(term("retract dependents"))</label>
      """
    return """
      <h2>\(title)</h2>
      <form class="decision" method="post" \
      action="\(address.path("/audit/imports/\(listed.importID)/retract"))">
      <input type="hidden" name="\(BrowserSessions.Session.controlName)" \
      value="\(context.session?.csrf ?? "")">
      <label><span>\(term("reason")) (\(term("required")))</span>\
      <input name="reason" required maxlength="1000"></label>
      \(option)
      <div><button>\(title)</button></div>
      </form>

      """
  }

  func retract(_ request: Request, _ context: ServerContext) async throws -> Response {
    let received = try await VerifiedForm(receiving: request, .session, context, core: core)
    let fields = try QueryParameters(
      received.verified(), declared: [.csrf, .logReason, .withDependents, .undo])
    let listed = try await read(context, for: .correct)
    let id = try context.number()
    var retraction = RetractionRequest(importID: id, by: "", reason: fields[.logReason] ?? "")
    retraction.includesDependents = try fields.flag(.withDependents)
    retraction.isUndo = try fields.flag(.undo)
    _ = try await core.retract(retraction, ofForm: listed.form, by: context.caller)
    return .redirect(to: "/audit/imports/\(id)")
  }

  /// The form is known only after the import has been read. Nothing is returned before the
  /// permission is checked.
  private func read(
    _ context: ServerContext, for permission: AccessGrant.Permission
  ) async throws -> ImportSummary {
    let id = try context.number()
    let listed = try await core.pools.reader.perform { recorder, _ in try recorder.import(id) }
    try context.caller.require(permission, on: listed.form)
    return listed
  }
}

extension QueryParameter {
  fileprivate static let withDependents = Self(
    "withDependents", "Also retract the corrections of its records.", .flag)
  fileprivate static let undo = Self("undo", "Undo the retraction.", .flag)
}
#endif
