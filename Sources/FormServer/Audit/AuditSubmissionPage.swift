#if Server
  import FormRecorder
  import FormRules

  /// The content of the page about a submission.
  struct AuditSubmissionPage {
    let history: SubmissionHistory
    let mayDecide: Bool
    /// The token of the browser's session, which its posts must carry.
    let csrf: String?

    var html: HTML {
      """
      \(origin)
      <h2>Cells</h2>
      \(cells)
      <h2>Verdicts</h2>
      \(verdicts)
      \(decisions)\(forms)
      """
    }

    private var origin: HTML {
      let links: [(String, Int64?)] = [
        ("corrects", history.corrects), ("corrected by", history.correctedBy),
        ("supersedes", history.supersedes), ("superseded by", history.supersededBy),
      ]
      let texts: [(String, String?)] = [
        ("form", history.form), ("state", history.state.rawValue),
        ("import", String(history.importID)), ("record", String(history.record)),
        ("line", String(history.line)), ("file", history.fileName), ("source", history.source),
        ("batch", history.batch), ("by", history.by), ("received", history.receivedAt),
      ]
      let rows: [[HTML]] =
        texts.compactMap { word, text in text.map { ["\(word)", .data($0)] } }
        + links.compactMap { word, id in
          id.map { ["\(word)", "<a href=\"/audit/submissions/\($0)\">\($0)</a>"] }
        }
      return .table("Origin and state", ["Property", "Value"], rows)
    }

    private var cells: HTML {
      if let purge = history.purge {
        return "<p>Purged at \(purge.at) by \(.data(purge.by)): \(.data(purge.reason))</p>"
      }
      return .table(
        "Cells as received", ["Field", "Value"],
        history.cells.map { [.data($0.name), .data($0.text)] })
    }

    private var verdicts: HTML {
      let rows: [[HTML]] = history.verdicts.reversed().map { verdict in
        let errors: [HTML] = verdict.errors.map {
          "<li>\(.data($0.message)) <code>\($0.rule)</code></li>"
        }
        return [
          "\(verdict.run)", "\(verdict.kind)", "<time>\(verdict.at)</time>",
          "\(verdict.rules)@\(verdict.rulesVersion)",
          verdict.isAccepted ? "accepted" : "<span class=\"bad\">rejected</span>",
          errors.isEmpty ? "" : "<ul>\(errors)</ul>",
        ]
      }
      return .table(
        "Verdicts, the latest first", ["Run", "Kind", "Time", "Rules", "Verdict", "Errors"], rows)
    }

    private var decisions: HTML {
      guard !history.decisions.isEmpty else { return "" }
      let rows: [[HTML]] = history.decisions.map { decision in
        [
          "\(decision.kind)", .data(decision.rules.joined(separator: ", ")), .data(decision.reason),
          .data(decision.by), "<time>\(decision.at)</time>",
        ]
      }
      return """
        <h2>Decisions</h2>
        \(.table("Decisions", ["Decision", "Rules", "Reason", "By", "Time"], rows))

        """
    }

    /// The forms by which failures are waived and reopened.
    private var forms: HTML {
      guard mayDecide else { return "" }
      var rules: [String] = []
      for error in history.verdicts.last?.errors ?? [] where error.severity.rejects {
        let isKnown = rules.contains(error.rule) || history.waivedRules.contains(error.rule)
        if !isKnown { rules.append(error.rule) }
      }
      let isOpen = history.state == .current && history.verdicts.last?.isAccepted == false
      return """
        \(isOpen && !rules.isEmpty ? form("waive", "Waive failures", rules) : "")\
        \(history.waivedRules.isEmpty ? "" : form("reopen", "Reopen failures", history.waivedRules))
        """
    }

    private func form(_ kind: String, _ title: String, _ rules: [String]) -> HTML {
      let choices = [("", "all")] + rules.map { ($0, $0) }
      return """
        <h2>\(title)</h2>
        <form class="decision" method="post" action="/audit/submissions/\(history.submission)/\(kind)">
        <input type="hidden" name="csrf" value="\(csrf ?? "")">
        \(.select("rule", label: "Rule", choices, chosen: nil))
        <label>Reason (required)<input name="reason" required maxlength="1000"></label>
        <div><button>\(title)</button></div>
        </form>

        """
    }
  }
#endif
