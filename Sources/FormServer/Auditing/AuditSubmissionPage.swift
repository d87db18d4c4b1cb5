#if Server
import FormPages
import FormRecorder
import FormRules

/// The content of the page about a submission.
struct AuditSubmissionPage {
  let history: SubmissionHistory
  let localization: Localization
  let address: PublicAddress
  let mayDecide: Bool
  /// Whether the caller may see sensitive fields.
  let maySeeSensitive: Bool
  /// The token of the browser's session, which its POST requests must contain.
  let csrf: String?

  private func term(_ word: String) -> String { localization.term(word) }

  var html: HTML {
    """
    \(origin)
    <h2>\(term("cells"))</h2>
    \(cells)\(unmasking)
    <h2>\(term("verdicts"))</h2>
    \(verdicts)
    \(decisions)\(forms)\(comments)
    """
  }

  private var origin: HTML {
    let links: [(String, Int64?)] = [
      ("corrects submission", history.corrects),
      ("corrected by submission", history.correctedBy),
      ("supersedes submission", history.supersedes),
      ("superseded by submission", history.supersededBy),
    ]
    let texts: [(String, String?)] = [
      ("form", history.form), ("state", term(history.state.rawValue)),
      ("data record", String(history.record)),
      ("line", String(history.line)), ("file", history.fileName), ("source", history.source),
      ("batch", history.batchLabel), ("by whom", history.by),
      ("assignee", history.assignments.last?.assignee), ("received", history.receivedAt),
    ]
    let importLink: HTML =
      "<a href=\"\(address.path("/audit/imports/\(history.importID)"))\">\(history.importID)</a>"
    let rows: [[HTML]] =
      [["\(term("import"))", importLink]]
      + texts.compactMap { word, text in text.map { ["\(term(word))", .data($0)] } }
      + links.compactMap { word, id in
        id.map { ["\(term(word))", .link(toSubmission: $0, at: address)] }
      }
    return .table(term("submission"), ["property", "value"].map(term), rows: rows)
  }

  private var cells: HTML {
    if let purge = history.purge {
      return """
        <p class="term">\(term("purged")): <time>\(purge.at)</time>, \(.data(purge.by)), \
        \(.data(purge.reason))</p>
        """
    }
    return .table(
      term("as it came"), ["field", "value"].map(term),
      rows: history.cells.map { [.data($0.name), .data($0.text)] })
  }

  /// A link to the same page without masks.
  private var unmasking: HTML {
    guard maySeeSensitive, history.cells.contains(where: \.isMasked) else { return "" }
    return "<p><a href=\"?raw=true\">\(term("show sensitive"))</a></p>"
  }

  private var verdicts: HTML {
    let rows: [[HTML]] = history.verdicts.reversed().map { verdict in
      let errors: [HTML] = verdict.errors.map {
        "<li>\(.data($0.message)) <code>\($0.rule)</code></li>"
      }
      return [
        "\(verdict.runID)",
        "\(term(verdict.kind == .intake ? "submission" : verdict.kind.rawValue))",
        "<time>\(verdict.at)</time>",
        "\(verdict.rules)@\(verdict.rulesVersion)",
        .verdict(isRejected: !verdict.isAccepted, localization),
        errors.isEmpty ? "" : "<ul>\(errors)</ul>",
      ]
    }
    return .table(
      localization.sentence("latestFirst"),
      ["run", "kind", "time", "rules", "verdict", "errors"].map(term), rows: rows)
  }

  private var decisions: HTML {
    guard !history.decisions.isEmpty else { return "" }
    let rows: [[HTML]] = history.decisions.map { decision in
      [
        "\(term(decision.kind.rawValue))", .data(decision.rules.joined(separator: ", ")),
        .data(decision.reason),
        .data(decision.by), "<time>\(decision.at)</time>",
      ]
    }
    return """
      <h2>\(term("decisions"))</h2>
      \(.table(
          term("decisions"), ["decision", "rules", "reason", "by whom", "time"].map(term), rows: rows))

      """
  }

  private var comments: HTML {
    let rows: [[HTML]] = history.comments.map { comment in
      [
        .link(toSubmission: comment.submissionID, at: address), .data(comment.rule),
        comment.text.map { "<bdi class=\"text\">\($0)</bdi>" } ?? "\(term("purged"))",
        .data(comment.by), "<time>\(comment.at)</time>",
      ]
    }
    let table: HTML =
      rows.isEmpty
      ? ""
      : .table(
        term("comments"), ["submission", "rule", "comment", "by whom", "time"].map(term), rows: rows
      )
    let isOffered = mayDecide && history.purge == nil
    guard isOffered || !rows.isEmpty else { return "" }
    return """
      <h2>\(term("comments"))</h2>
      \(table)\(isOffered ? commentForm : "")
      """
  }

  private var commentForm: HTML {
    let rules = history.verdicts.last?.errors.map(\.rule) ?? []
    return """
      <form class="decision" method="post" \
      action="\(address.path("/audit/submissions/\(history.submissionID)/comment"))">
      <input type="hidden" name="\(BrowserSessions.Session.controlName)" value="\(csrf ?? "")">
      \(.select("rule", label: term("rule"), [("", term("submission"))] + rules.map { ($0, $0) }, chosen: nil))
      <label><span>\(term("comment")) (\(term("required")))</span>\
      <textarea name="text" required maxlength="\(Recorder.maximumComment)" rows="3"></textarea></label>
      <div><button>\(term("add comment"))</button></div>
      </form>

      """
  }

  /// The HTML forms for waiving and reopening failures.
  private var forms: HTML {
    guard mayDecide else { return "" }
    var rules: [String] = []
    for error in history.verdicts.last?.errors ?? [] where error.severity.rejects {
      let isKnown = rules.contains(error.rule) || history.waivedRules.contains(error.rule)
      if !isKnown { rules.append(error.rule) }
    }
    let isOpen = history.state == .current && history.verdicts.last?.isAccepted == false
    return """
      \(isOpen && !rules.isEmpty ? form(.waive, rules) : "")\
      \(history.waivedRules.isEmpty ? "" : form(.reopen, history.waivedRules))
      """
  }

  private func form(_ kind: DecisionKind, _ rules: [String]) -> HTML {
    let title = term("\(kind.rawValue) failures")
    let choices = [("", term("all"))] + rules.map { ($0, $0) }
    let path = address.path("/audit/submissions/\(history.submissionID)/\(kind.rawValue)")
    return """
      <h2>\(title)</h2>
      <form class="decision" method="post" action="\(path)">
      <input type="hidden" name="\(BrowserSessions.Session.controlName)" value="\(csrf ?? "")">
      \(.select("rule", label: term("rule"), choices, chosen: nil))
      <label><span>\(term("reason")) (\(term("required")))</span><input name="reason" required maxlength="1000"></label>
      <div><button>\(title)</button></div>
      </form>

      """
  }
}
#endif
