#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The common parts of the audit pages for a caller.
struct AuditPageLayout {
  let caller: Caller
  let localization: Localization
  let address: PublicAddress

  /// The pages that the caller may open, with their paths for clients.
  var links: [(title: String, address: String)] {
    let pages: [(title: String, path: String, access: RouteAccess)] = [
      ("report", "/audit", .permission(.read)),
      ("submissions", "/audit/submissions", .permissionOnAnyForm(.read)),
      ("files", "/audit/files", .permissionOnAnyForm(.submit)),
      ("versions", "/audit/versions", .permission(.read)),
      ("log", "/audit/log", .permission(.administer)),
    ]
    return pages.filter { caller.allows($0.access, on: nil) }.map {
      (localization.term($0.title), address.path($0.path))
    }
  }

  /// A page.
  ///
  /// - Parameter style: The path of an additional style sheet.
  func page(_ title: String, _ content: HTML, style: String? = nil) -> Response {
    let term = localization.term
    let links: [HTML] = links.map {
      "<li><a href=\"\($0.address)\">\($0.title)</a></li>"
    }
    let account: HTML =
      caller.name.map { "<p class=\"user\">\(term("signed in")): <bdi>\($0)</bdi></p>" } ?? ""
    return PageLayout(
      localization: localization, address: address, title: title,
      styles: ["/audit/style.css"] + [style].compactMap(\.self),
      header: """
        <header><nav aria-label="\(term("audit title"))"><ul>\(links)</ul></nav>\(account)</header>
        """
    ).html(content).response()
  }

  /// The style sheet of the report, extended for forms.
  static let style = "\(ReportPage.style)\n\(PageTexts.auditCSS)"
}

/// Parts of the audit pages.
extension HTML {
  /// A table with a caption. Its first column contains the headings of the rows.
  static func table(_ caption: String, _ columns: [String], rows: [[HTML]]) -> HTML {
    let lines: [HTML] = rows.map { row in
      let cells: [HTML] = row.enumerated().map { index, cell in
        index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
      }
      return "<tr>\(cells)</tr>"
    }
    return table(caption, columns: columns.map { ($0, false) }, rows: lines)
  }

  static func verdict(isRejected: Bool, _ localization: Localization) -> HTML {
    let word = localization.term(isRejected ? "verdict rejected" : "verdict accepted")
    return isRejected ? "<span class=\"bad\">\(word)</span>" : "\(word)"
  }

  /// A link to the page about a submission.
  static func link(toSubmission id: Int64, at address: PublicAddress) -> HTML {
    "<a href=\"\(address.path("/audit/submissions/\(id)"))\">\(id)</a>"
  }

  /// A list of choices.
  static func select(
    _ name: String, label: String, _ choices: [(value: String, title: String)], chosen: String?
  ) -> HTML {
    let options: [HTML] = choices.map {
      "<option value=\"\($0.value)\"\(flag("selected", $0.value == chosen))>\($0.title)</option>"
    }
    return "<label><span>\(label)</span><select name=\"\(name)\">\(options)</select></label>"
  }

  static func input(_ name: String, label: String, value: String?) -> HTML {
    "<label><span>\(label)</span><input name=\"\(name)\"\(attribute("value", value))></label>"
  }
}
#endif
