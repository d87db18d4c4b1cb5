import Testing

/// Expects that every opened element is closed in order, every id is unique, every link refers to
/// an existing id, and every table has a caption.
///
/// - Returns: The page without the content of style sheets and scripts.
@discardableResult
func expectWellFormed(_ page: String) -> String {
  let void: Set<Substring> = ["br", "line", "meta", "rect"]
  var open: [Substring] = []
  let body = page.replacing(/(?s)<(style|script)>.*?<\/\1>/, with: "")
  for match in body.matches(of: /<(\/?)([a-z][a-z0-9]*)([^>]*)>/) {
    let (_, slash, name, rest) = match.output
    if slash.isEmpty {
      if !rest.hasSuffix("/"), !void.contains(name) { open.append(name) }
    } else if !void.contains(name) {
      #expect(open.last == name)
      if open.last == name { open.removeLast() }
    }
  }
  #expect(open.isEmpty)
  let ids = body.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
  #expect(Set(ids).count == ids.count)
  for link in body.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(link.1))) }
  #expect(body.matches(of: /<table/).count == body.matches(of: /<caption>/).count)
  return body
}

/// Expects that a page forbids the browser to load anything and refers to no external resources.
func expectNoNetwork(_ page: String) {
  #expect(page.contains("default-src &#39;none&#39;"))
  for text in ["http:", "https:", "src=", "url(", "@import", "<link", "<iframe"] {
    #expect(!page.contains(text), "\(text)")
  }
}
