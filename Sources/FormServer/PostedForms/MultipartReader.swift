#if Server
/// Parses `multipart/form-data` (RFC 7578) while it arrives.
///
/// Only the header of a part, and a piece of content as long as a delimiter, are kept until more
/// arrives.
struct MultipartReader {
  enum Event: Equatable {
    /// The header of the next part.
    case header(String)
    /// The next bytes of its content.
    case content([UInt8])
    /// The end of its content.
    case endOfPart
  }

  private enum State {
    case preamble, delimiter, content, end
  }

  private static let lineBreak: [UInt8] = [0x0D, 0x0A]

  /// A line break, two hyphens and the boundary.
  private let delimiter: [UInt8]
  private let maximumHeader: Int
  // The first delimiter has no line break in front.
  private var bytes = lineBreak
  /// The number of bytes that are not part of the content: the line break after its header, which
  /// may also be the line break in front of the delimiter.
  private var skipped = 0
  private var state = State.preamble

  /// Whether the last delimiter was read.
  var isAtEnd: Bool { state == .end }

  /// - Parameters:
  ///   - boundary: The parameter of the media type.
  ///   - maximumHeader: The maximum size of the header of a part, in bytes.
  init(boundary: String, maximumHeader: Int) throws(Problem) {
    self.maximumHeader = maximumHeader
    guard (1...70).contains(boundary.utf8.count) else { throw .malformedForm }
    delimiter = Self.lineBreak + Array("--\(boundary)".utf8)
  }

  /// Adds bytes as they arrive. Call `next` until it returns nil afterwards.
  mutating func append(_ more: some Sequence<UInt8>) {
    // What follows the end has no meaning.
    if state != .end { bytes.append(contentsOf: more) }
  }

  /// The next event, or nil if more bytes are needed or the end was read.
  mutating func next() throws(Problem) -> Event? {
    switch state {
    case .end: return nil
    case .preamble:
      guard let found = bytes.range(of: delimiter) else {
        bytes.removeFirst(max(0, bytes.count - delimiter.count + 1))
        return nil
      }
      bytes.removeFirst(found.upperBound)
      state = .delimiter
      return try next()
    case .delimiter: return try header()
    case .content:
      let found = bytes.range(of: delimiter)
      let end = found?.lowerBound ?? bytes.count - delimiter.count + 1
      if end > skipped {
        let content = Array(bytes[skipped..<end])
        bytes.removeFirst(end)
        skipped = 0
        return .content(content)
      }
      guard let found else { return nil }
      bytes.removeFirst(found.upperBound)
      state = .delimiter
      return .endOfPart
    }
  }

  /// Reads what follows a delimiter: two hyphens at the end, otherwise a header.
  private mutating func header() throws(Problem) -> Event? {
    guard bytes.count >= 2 else { return nil }
    if bytes.starts(with: "--".utf8) {
      bytes = []
      state = .end
      return nil
    }
    let end = bytes.range(of: Self.lineBreak + Self.lineBreak)
    guard end?.upperBound ?? bytes.count <= maximumHeader else { throw .malformedForm }
    guard let end else { return nil }
    guard let text = String(validating: bytes[..<end.lowerBound], as: UTF8.self) else {
      throw .malformedForm
    }
    bytes.removeFirst(end.upperBound - Self.lineBreak.count)
    skipped = Self.lineBreak.count
    state = .content
    return .header(text)
  }
}

extension [UInt8] {
  /// The first occurrence of some bytes.
  fileprivate func range(of pattern: [UInt8]) -> Range<Int>? {
    var index = 0
    while index + pattern.count <= count {
      guard let next = self[index...].firstIndex(of: pattern[0]) else { return nil }
      if self[next...].starts(with: pattern) { return next..<(next + pattern.count) }
      index = next + 1
    }
    return nil
  }
}
#endif
