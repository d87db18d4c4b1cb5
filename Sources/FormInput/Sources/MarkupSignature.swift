/// Identifies files in a markup language by their first bytes. Many programs and sites give them
/// the extension of a workbook.
enum MarkupSignature {
  /// Describes a file that begins with markup. Returns nil for other files.
  ///
  /// No header of a CSV file begins like these.
  static func description(for start: [UInt8]) -> String? {
    // Texts in UTF-16 have a NUL next to each ASCII character.
    let text = start.prefix(4_096).filter { $0 != 0 && $0 < 0x80 }
      .drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let words = String(decoding: text, as: UTF8.self).lowercased()
    if words.hasPrefix("{\\rtf") {
      return "a document (RTF), not a table; save the table as xlsx or CSV first"
    }
    if words.hasPrefix("mime-version:"), words.contains("multipart/related") {
      return "a web page saved in one file (mht); open it in a spreadsheet program and save it "
        + "as xlsx or CSV"
    }
    guard words.hasPrefix("<") else { return nil }
    if words.hasPrefix("<?xml") {
      if words.contains("urn:schemas-microsoft-com:office:spreadsheet") {
        return "a workbook in XML of Excel 2003; convert it first: \(FileSignature.toWorkbook)"
      }
      if words.contains("opendocument") && words.contains("spreadsheet") {
        return "an OpenDocument spreadsheet in XML (fods); convert it first: "
          + FileSignature.toWorkbook
      }
    }
    if isHTML(words) {
      return """
        an HTML page, not a workbook or CSV. If it contains a table, which programs that export \
        HTML name .xls, convert it first: \(FileSignature.toWorkbook). If it is a page of a site, \
        such as a sign-in, download the file again
        """
    }
    return words.hasPrefix("<?xml")
      ? "an XML file; save its table as xlsx or CSV, or convert its records to JSON first" : nil
  }

  /// Whether text begins with an element of HTML, possibly after comments and declarations.
  private static func isHTML(_ text: String) -> Bool {
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<?"), let end = rest.firstRange(of: ">") {
        rest = rest[end.upperBound...]
      } else {
        break
      }
    }
    if rest.hasPrefix("<!doctype html") { return true }
    let name = rest.dropFirst().prefix { $0.isLetter }
    guard rest.hasPrefix("<"), let after = rest.dropFirst(1 + name.count).first,
      after == ">" || after == "/" || after.isWhitespace
    else { return false }
    return elements.contains(String(name))
  }

  private static let elements: Set<String> = [
    "html", "head", "body", "table", "meta", "title", "style", "script", "div", "center", "font",
  ]
}
