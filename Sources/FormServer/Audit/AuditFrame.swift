#if Server
  import FormRecorder
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// What the audit pages have in common.
  struct AuditFrame {
    let title: String
    /// The name of the caller, if known.
    let user: String?

    static let links: [(title: String, address: String)] = [
      ("Report", "/audit"), ("Submissions", "/audit/submissions"),
      ("Files", "/audit/files"), ("Versions", "/audit/versions"), ("Log", "/audit/log"),
    ]

    func html(_ content: HTML) -> HTML {
      let links: [HTML] = Self.links.map { "<li><a href=\"\($0.address)\">\($0.title)</a></li>" }
      let account: HTML = user.map { "<p>Signed in as <bdi>\($0)</bdi></p>" } ?? ""
      return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="stylesheet" href="/audit/style.css">
        <link rel="icon" href="data:,">
        </head>
        <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header><nav aria-label="Audit"><ul>\(links)</ul></nav>\(account)</header>
        <main id="content" tabindex="-1">
        <h1>\(title)</h1>
        \(content)
        </main>
        </body>
        </html>

        """
    }

    /// The style sheet: that of the report, with forms.
    static let style =
      Recorder.auditPageStyle + """

        form.filter{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin:1rem 0}
        form.decision{display:grid;gap:.75rem;max-width:32rem;margin:1rem 0}
        label{display:grid;gap:.2rem;font-size:.9rem;color:var(--soft)}
        input,select,button{font:inherit;padding:.4rem .6rem;border:1px solid var(--soft);\
        border-radius:.4rem;background:var(--page);color:var(--ink);min-height:2.6rem}
        button{background:var(--main);border-color:var(--main);color:var(--page);cursor:pointer}
        td,th{overflow-wrap:break-word}
        .pages{display:flex;gap:1rem;margin:1rem 0}

        """
  }

  /// Parts of the audit pages.
  extension HTML {
    /// A table with a caption. Its first column contains the headings of the rows.
    static func table(_ caption: String, _ columns: [String], _ rows: [[HTML]]) -> HTML {
      let heads: [HTML] = columns.map { "<th scope=\"col\">\($0)</th>" }
      let lines: [HTML] = rows.map { row in
        let cells: [HTML] = row.enumerated().map { index, cell in
          index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
        }
        return "<tr>\(cells)</tr>\n"
      }
      return """
        <div class="scroll" role="group" tabindex="0" aria-label="\(caption)">
        <table><caption>\(caption)</caption>
        <thead><tr>\(heads)</tr></thead>
        <tbody>
        \(lines)</tbody></table>
        </div>
        """
    }

    /// A text of the data. Right-to-left text does not affect its surroundings.
    static func data(_ text: String?) -> HTML { text.map { "<bdi>\($0.shown)</bdi>" } ?? "" }

    /// A list of choices.
    static func select(
      _ name: String, label: String, _ choices: [(value: String, title: String)], chosen: String?
    ) -> HTML {
      let options: [HTML] = choices.map {
        "<option value=\"\($0.value)\"\(flag("selected", $0.value == chosen))>\($0.title)</option>"
      }
      return "<label>\(label)<select name=\"\(name)\">\(options)</select></label>"
    }

    static func input(_ name: String, label: String, value: String?) -> HTML {
      "<label>\(label)<input name=\"\(name)\"\(attribute("value", value))></label>"
    }
  }
#endif
