internal import CExpat
import Foundation

/// Receives the elements and texts of a document, in document order.
///
/// Only receives elements in the namespace of the root element, and only those whose parent it
/// knows, so that extensions with elements of the same names do not matter.
protocol XMLHandler: AnyObject, Sendable {
  /// The reason why the document cannot be used. Ends parsing.
  var error: ReaderError? { get }
  /// Receives the start of an element.
  ///
  /// - Parameter parent: The name of its parent; `document` for the root element.
  /// - Returns: Whether the handler knows the element at this place. If not, it receives neither
  ///   its content nor its end.
  func begin(_ name: XMLName, in parent: XMLName, _ attributes: XMLAttributes) -> Bool
  func end(_ name: XMLName)
  /// Receives a piece of the text of an element. Texts arrive in pieces of any size.
  func text(_ bytes: Span<UInt8>, in name: XMLName)
}

/// The attributes of an element, valid only during the call of the handler.
@safe
struct XMLAttributes {
  /// Alternating names and values, followed by nil.
  fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// Returns the short value of an attribute without a namespace, or nil.
  func short(_ name: XMLName) -> XMLName? {
    unsafe pointer(name).map { XMLName(value: $0) }
  }

  /// The values of `r`, `s` and `t`, found in one pass because cells are the most frequent
  /// elements.
  var ofCell: (reference: XMLName?, style: XMLName?, type: XMLName?) {
    var found: (reference: XMLName?, style: XMLName?, type: XMLName?)
    guard let pairs = unsafe pairs else { return found }
    var index = 0
    // Safe for the same reason as below.
    while let key = unsafe pairs[index], let value = unsafe pairs[index + 1] {
      if unsafe key[0] != 0, unsafe key[1] == 0 {
        switch unsafe UInt8(bitPattern: key[0]) {
        case UInt8(ascii: "r"): found.reference = XMLName(value: value)
        case UInt8(ascii: "s"): found.style = XMLName(value: value)
        case UInt8(ascii: "t"): found.type = XMLName(value: value)
        default: break
        }
      }
      index += 2
    }
    return found
  }

  /// Returns the value of an attribute without a namespace, or nil.
  func text(_ name: XMLName) -> String? {
    unsafe pointer(name).map { unsafe String(cString: $0) }
  }

  /// The identifier of a relationship (`r:id`), or nil.
  var relationship: String? {
    guard let pairs = unsafe pairs else { return nil }
    var index = 0
    // Safe for the same reason as below.
    while let key = unsafe pairs[index], let value = unsafe pairs[index + 1] {
      // The namespaces of the two variants of the standard have the same end.
      if unsafe String(cString: key).hasSuffix("/relationships\nid") {
        return unsafe String(cString: value)
      }
      index += 2
    }
    return nil
  }

  /// Returns whether a value is `true` or `1`.
  func isTrue(_ name: XMLName) -> Bool {
    let value = short(name)
    return value == XMLName("1") || value == XMLName("true")
  }

  private func pointer(_ name: XMLName) -> UnsafePointer<CChar>? {
    guard let pairs = unsafe pairs else { return nil }
    var index = 0
    // Safe because expat ends the list with nil, and the list exists during the call of the
    // handler.
    while let key = unsafe pairs[index] {
      if XMLName(expanded: key, in: []) == name { return unsafe pairs[index + 1] }
      index += 2
    }
    return nil
  }
}

/// Parses the parts of a workbook with expat.
///
/// Rejects document type declarations, which prevents entities and external files, and limits the
/// depth.
///
/// Safe to send between threads because only one thread at a time calls `feed`.
@safe
final class XMLParser: @unchecked Sendable {
  private static let maximumDepth = 64
  /// The maximum size of a tag or comment. expat keeps each one in memory.
  private static let maximumToken = 1 << 20

  private let parser: XML_Parser
  private let handler: any XMLHandler
  /// The open elements.
  private var elements = [XMLName.document]
  /// The namespace of the root element with its line feed, or nothing.
  private var namespace: [CChar] = []
  private var error: ReaderError?
  private var fed = 0
  private var lastEvent = 0

  init(_ handler: any XMLHandler) throws(ReaderError) {
    self.handler = handler
    guard let parser = unsafe XML_ParserCreateNS(nil, CChar(XMLName.separator)) else {
      throw ReaderError(.content, "expat: out of memory")
    }
    unsafe self.parser = parser
    // Safe because the parser lives as long as this object, which it does not retain.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { user, name, attributes in
        guard let user = unsafe user, let name = unsafe name else { return }
        unsafe Unmanaged<XMLParser>.fromOpaque(user).takeUnretainedValue()
          .begin(name, XMLAttributes(pairs: attributes))
      },
      { user, _ in
        guard let user = unsafe user else { return }
        unsafe Unmanaged<XMLParser>.fromOpaque(user).takeUnretainedValue().end()
      })
    unsafe XML_SetCharacterDataHandler(parser) { user, text, count in
      guard let user = unsafe user, let text = unsafe text else { return }
      let parser = unsafe Unmanaged<XMLParser>.fromOpaque(user).takeUnretainedValue()
      // Safe because expat passes the length of the text, which is only used within the call.
      unsafe text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        unsafe parser.text(UnsafeBufferPointer(start: $0, count: Int(count)).span)
      }
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe Unmanaged<XMLParser>.fromOpaque(user).takeUnretainedValue()
        .fail("it contains a document type declaration")
    }
  }

  deinit {
    // Safe because nothing else refers to the parser.
    unsafe XML_ParserFree(parser)
  }

  /// Parses the next bytes.
  ///
  /// - Throws: The error of the handler, or `ReaderError` of kind `content` for invalid XML.
  func feed(_ bytes: [UInt8], isLast: Bool) throws(ReaderError) {
    fed += bytes.count
    // Safe because expat only reads the bytes, within the call.
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count),
        isLast ? 1 : 0)
    }
    if let error = error ?? handler.error { throw error }
    if status != XML_STATUS_OK {
      // Safe because expat's messages are constants.
      let message = unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
      throw Self.damaged("\(message) at byte \(unsafe XML_GetCurrentByteIndex(parser)) of its XML")
    }
    if fed - lastEvent > Self.maximumToken {
      throw Self.damaged("a tag or comment of its XML is longer than 1 MiB")
    }
  }

  static func damaged(_ what: String) -> ReaderError {
    ReaderError(.content, "the workbook is damaged: \(what)")
  }

  private func begin(_ expanded: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    // The document counts as an element.
    guard elements.count <= Self.maximumDepth else { return fail("its XML is nested too deeply") }
    noteEvent()
    if elements.count == 1 {
      // Safe because expat ends the name with a zero.
      let name = unsafe Array(UnsafeBufferPointer(start: expanded, count: strlen(expanded)))
      let end = name.lastIndex(of: CChar(XMLName.separator))
      namespace = Array(name[..<(end.map { $0 + 1 } ?? 0)])
    }
    let parent = elements[elements.count - 1]
    var element = XMLName.unknown
    if parent != .unknown, let name = XMLName(expanded: expanded, in: namespace),
      handler.begin(name, in: parent, attributes)
    {
      element = name
    }
    elements.append(element)
    if handler.error != nil { stop() }
  }

  private func end() {
    noteEvent()
    guard let name = elements.popLast(), name != .unknown else { return }
    handler.end(name)
    if handler.error != nil { stop() }
  }

  private func text(_ bytes: Span<UInt8>) {
    noteEvent()
    let name = elements[elements.count - 1]
    if name != .unknown { handler.text(bytes, in: name) }
  }

  private func noteEvent() { lastEvent = unsafe Int(XML_GetCurrentByteIndex(parser)) }

  private func fail(_ what: String) {
    error = error ?? Self.damaged(what)
    stop()
  }

  private func stop() { _ = unsafe XML_StopParser(parser, 0) }
}

/// A part of a workbook that is being parsed.
struct XMLPart: ~Copyable, Sendable {
  /// The maximum size of the content, more than any reasonable sheet has: a million rows of 16
  /// short cells take 0.7 GiB.
  private static let maximumBytes = 4 << 30

  private var source: ZipEntryByteSource
  private let parser: XMLParser
  private let maximumBytes: Int
  private var size = 0
  private var bytes: [UInt8] = []

  /// - Parameter maximumRatio: The ratio of the size of the content to its compressed size from
  ///   which content of more than 32 MiB counts as an attack. Nil: that of every compressed file.
  init(
    _ source: consuming ZipEntryByteSource, _ handler: any XMLHandler, maximumRatio: Int? = nil
  ) throws(ReaderError) {
    maximumBytes =
      maximumRatio.map { max(32 << 20, $0 * source.packedSize) } ?? Self.maximumBytes
    self.source = source
    parser = try XMLParser(handler)
  }

  /// Parses a piece. Returns false at the end.
  mutating func step() throws(ReaderError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    let found = try source.read(appendingTo: &bytes, atMost: 1 << 16)
    size += found
    guard size <= maximumBytes else {
      throw ReaderError(
        .compression,
        "a part of the workbook expands to more than \(maximumBytes >> 20) MiB; save the sheet as "
          + "CSV UTF-8")
    }
    try parser.feed(bytes, isLast: found == 0)
    return found > 0
  }

  /// Parses the whole part.
  consuming func readAll() throws(ReaderError) {
    while try step() {}
  }
}
