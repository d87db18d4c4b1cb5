/// A workbook (xlsx, ECMA-376), with the parts required to read one of its sheets.
///
/// Not copyable because reading its shared strings changes their caches.
struct Workbook: ~Copyable, Sendable {
  struct Sheet: Sendable {
    var name: String
    var isHidden: Bool
    /// The path of the entry in the zip file.
    var path: String
  }

  let archive: ZipArchive
  let sheets: [Sheet]
  /// Whether days count from 1904, as in workbooks of old versions of Excel for Mac.
  let is1904: Bool
  let styles: CellStyles
  let strings: SharedStrings

  init(_ archive: ZipArchive, maximumBytes: Int) throws(ReaderError) {
    try archive.requireDistinctNames()
    let path = try Self.mainPart(archive)
    let parts = Relationships()
    let book = SheetList()
    try Self.read(archive, Self.relationships(of: path), handler: parts)
    guard archive.entry(path) != nil else { throw XMLParser.damaged("it has no '\(path)'") }
    try Self.read(archive, path, handler: book)
    guard book.isWorkbook else {
      throw ReaderError(.content, "is an Office document, but not a workbook (xlsx)")
    }
    // Chart sheets have no cells.
    let sheets = book.sheets.compactMap { sheet -> Sheet? in
      guard let part = parts[sheet.id], part.type.hasSuffix("/worksheet") else { return nil }
      return Sheet(
        name: sheet.name, isHidden: sheet.isHidden,
        path: Relationships.path(part.target, from: path))
    }
    let styles = CellStyles()
    if let path = parts.target(ofType: "/styles", from: path) {
      try Self.read(archive, path, handler: styles)
    }
    let strings = SharedStrings(maximumBytes: maximumBytes)
    if let path = parts.target(ofType: "/sharedStrings", from: path) {
      // Texts that cells share differ, so they compress less than a sheet.
      try Self.read(archive, path, handler: strings, maximumRatio: 64)
    }
    try strings.finish()
    // A noncopyable value whose initializer throws is initialized at once.
    self.archive = archive
    self.sheets = sheets
    is1904 = book.is1904
    self.styles = styles
    self.strings = strings
  }

  /// Returns the path of the part that lists the sheets.
  static func mainPart(_ archive: ZipArchive) throws(ReaderError) -> String {
    let package = Relationships()
    try read(archive, "_rels/.rels", handler: package)
    return package.target(ofType: "/officeDocument", from: "") ?? "xl/workbook.xml"
  }

  /// Returns the sheet with a name or a number from 1.
  ///
  /// Without either, returns the first visible sheet, or the first one if all are hidden.
  func sheet(_ wanted: String?) throws(ReaderError) -> Sheet {
    let names = sheets.prefix(20).map { "'\($0.name)'" }.joined(separator: ", ")
    guard let wanted else {
      guard let first = sheets.first(where: { !$0.isHidden }) ?? sheets.first else {
        throw ReaderError(.content, "the workbook has no sheet with cells")
      }
      return first
    }
    if let sheet = sheets.first(where: { $0.name == wanted }) { return sheet }
    if let number = Int(wanted), sheets.indices.contains(number - 1) { return sheets[number - 1] }
    let like = sheets.filter { $0.name.lowercased() == wanted.lowercased() }
    if like.count == 1 { return like[0] }
    throw ReaderError(
      .sheet, "the workbook has no sheet with that name or number; it has \(names)")
  }

  private static func relationships(of path: String) -> String {
    let parts = path.split(separator: "/")
    return (parts.dropLast() + ["_rels", "\(parts.last ?? "").rels"]).joined(separator: "/")
  }

  /// Reads a part, if it exists.
  private static func read(
    _ archive: ZipArchive, _ path: String, handler: any XMLHandler, maximumRatio: Int? = nil
  ) throws(ReaderError) {
    guard let entry = archive.entry(path) else { return }
    try XMLPart(archive.open(entry), handler, maximumRatio: maximumRatio).readAll()
  }
}

/// The relationships from one part to others.
///
/// Sendable because only the parser of one part uses it, on one thread.
private final class Relationships: XMLHandler, @unchecked Sendable {
  private(set) var error: ReaderError?
  /// The related parts in document order.
  private var parts: [(type: String, target: String)] = []
  /// The positions of the parts by the identifiers of their relationships.
  private var positions: [String: Int] = [:]

  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool {
    if (parent, name) == (.document, Self.root) { return true }
    guard (parent, name) == (Self.root, XMLName("Relationship")), parts.count < 10_000,
      let id = attributes.text(XMLName("Id")), let type = attributes.text(XMLName("Type")),
      let target = attributes.text(XMLName("Target")),
      attributes.short(XMLName("TargetMode")) != XMLName("External")
    else { return false }
    // Identifiers are unique in a document (ECMA-376 part 2). Otherwise, a sheet has several parts.
    guard positions.updateValue(parts.count, forKey: id) == nil else {
      error = XMLParser.damaged("two relationships have the same identifier")
      return false
    }
    parts.append((type, target))
    return false
  }

  func end(_ name: XMLName) {}
  func text(_ bytes: Span<UInt8>, in name: XMLName) {}

  private static let root = XMLName("Relationships")

  /// Returns the part of the relationship with an identifier.
  subscript(id: String) -> (type: String, target: String)? { positions[id].map { parts[$0] } }

  /// Returns the first part of a type.
  ///
  /// Compares only the end of the type, because programs use either of two namespaces.
  func target(ofType type: String, from path: String) -> String? {
    parts.first { $0.type.hasSuffix(type) }.map { Self.path($0.target, from: path) }
  }

  /// Resolves a target relative to a part, and returns the path of its entry.
  ///
  /// Some programs separate the parts of a path by backslashes.
  static func path(_ target: String, from path: String) -> String {
    let target = target.replacing("\\", with: "/")
    var parts = target.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// The sheets of a workbook, in order.
///
/// Sendable because only the parser of one part uses it, on one thread.
private final class SheetList: XMLHandler, @unchecked Sendable {
  let error: ReaderError? = nil
  var isWorkbook = false
  var sheets: [(name: String, id: String, isHidden: Bool)] = []
  var is1904 = false

  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool {
    switch (parent, name) {
    case (.document, Self.workbook): isWorkbook = true
    case (Self.workbook, Self.properties): is1904 = attributes.isTrue(XMLName("date1904"))
    case (Self.workbook, Self.list): break
    case (Self.list, Self.sheet):
      guard sheets.count < 10_000, let title = attributes.text(XMLName("name")),
        let id = attributes.relationship
      else { return false }
      let state = attributes.short(XMLName("state"))
      sheets.append((title, id, state != nil && state != XMLName("visible")))
    default: return false
    }
    return true
  }

  func end(_ name: XMLName) {}
  func text(_ bytes: Span<UInt8>, in name: XMLName) {}

  private static let workbook = XMLName("workbook")
  private static let properties = XMLName("workbookPr")
  private static let list = XMLName("sheets")
  private static let sheet = XMLName("sheet")
}
