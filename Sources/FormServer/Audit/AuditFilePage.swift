#if Server
  import FormRecorder
  import HTTPTypes
  import Hummingbird

  /// The page for people who work with files: it sends a file of records, shows the report, offers the
  /// rejected records for download, and sends the corrected file.
  struct AuditFilePage {
    let core: ServerCore

    func page(_ request: Request, _ context: RequestInfo) async throws -> Response {
      let query = try QueryParameters(of: request, allowing: ["form"])
      let forms = try await core.forms(of: context, allowing: .submit)
      let chosen = query["form"].nonEmpty
      if let chosen { try context.require(.submit, on: chosen) }
      let mayCorrect = forms.contains { context.caller.allows(.correct, on: $0) }
      let csrf = core.sessions.session(of: request)?.csrf
      let kinds =
        [("imports", "Records")] + (mayCorrect ? [("corrections", "Corrected records")] : [])
      let content: HTML = """
        <p>A file may be CSV, TSV, JSON, JSON Lines or an Excel workbook, and may be compressed. Records \
        that are already stored are not stored twice, so an interrupted file can be sent again.</p>
        <form id="upload" class="decision"\(.attribute("data-csrf", csrf))>
        \(.select("form", label: "Form", forms.map { ($0, $0) }, chosen: chosen))
        \(.select("kind", label: "Content", kinds, chosen: "imports"))
        <label>File<input type="file" name="file" required></label>
        \(.input("source", label: "Source (optional)", value: nil))
        \(.input("reason", label: "Reason (optional)", value: nil))
        <button>Send</button>
        </form>
        <noscript><p>This page requires JavaScript. Without it, send the file to \
        <code>/forms/NAME/imports</code>.</p></noscript>
        <p id="state" role="status"></p>
        <progress id="progress" max="1" aria-label="Progress" hidden></progress>
        <section id="report" aria-label="Result" tabindex="-1"></section>
        <script src="\(PageAssets.files.path)" defer></script>
        """
      return AuditFrame(title: "Files", user: context.caller.name).html(content).response()
    }
  }

  extension Caller {
    fileprivate func allows(_ right: AccessGrant.Right, on form: String) -> Bool {
      if case .granted(let grant) = self { return grant.allows(right, on: form) }
      return false
    }
  }

  extension ServerCore {
    /// The forms on which the caller has a right.
    ///
    /// - Throws: A problem if the caller has the right on no form.
    func forms(
      of context: RequestInfo, allowing right: AccessGrant.Right
    ) async throws -> [String] {
      guard case .granted(let grant) = context.caller, grant.role.allows(right) else {
        try context.require(right)
        return []
      }
      let names = try await recorder.perform { recorder, _ in
        try recorder.list(limit: 0).forms.map(\.name)
      }
      return names.filter { grant.allows(right, on: $0) }
    }
  }
#endif
