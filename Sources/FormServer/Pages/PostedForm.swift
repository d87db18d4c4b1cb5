#if Server
  import HTTPTypes

  /// What a browser sends for a form: the values of its controls by name, in order, and files.
  struct PostedForm: Sendable {
    struct File: Sendable {
      var control: String
      var name: String
      var bytes: [UInt8]
    }

    private(set) var values: [(name: String, value: String)] = []
    private(set) var files: [File] = []

    /// The maximum number of values and files.
    private static let maximumParts = 20_000

    /// The last value of a control that is not a field.
    func value(_ name: String) -> String? { values.last { $0.name == name }?.value }

    /// Parses `application/x-www-form-urlencoded`.
    init(urlEncoded body: [UInt8]) throws(Problem) {
      if body.isEmpty { return }
      for pair in body.split(separator: UInt8(ascii: "&")) {
        let parts = pair.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = try Self.text(Self.decoded(parts[0]))
        try add(name, Self.text(parts.count > 1 ? Self.decoded(parts[1]) : []))
      }
    }

    /// Parses `multipart/form-data` (RFC 7578).
    ///
    /// - Parameter boundary: The parameter of the media type.
    init(multipart body: [UInt8], boundary: String) throws(Problem) {
      guard (1...70).contains(boundary.utf8.count) else { throw .malformedForm }
      // The first delimiter has no line break in front.
      let body = Self.lineBreak + body
      let delimiter = Self.lineBreak + Array("--\(boundary)".utf8)
      guard var position = body.range(of: delimiter, from: 0)?.upperBound else {
        throw .malformedForm
      }
      while !body[position...].starts(with: "--".utf8) {
        guard let begin = body.range(of: Self.lineBreak, from: position),
          let header = body.range(of: Self.lineBreak + Self.lineBreak, from: begin.lowerBound),
          let end = body.range(of: delimiter, from: header.upperBound - 2),
          header.count + header.lowerBound - begin.lowerBound <= 16 << 10
        else { throw .malformedForm }
        try add(
          header: Self.text(Array(body[begin.lowerBound..<header.lowerBound])),
          Array(body[min(header.upperBound, end.lowerBound)..<end.lowerBound]))
        position = end.upperBound
      }
    }

    private static let lineBreak: [UInt8] = [0x0D, 0x0A]

    private mutating func add(header: String, _ content: [UInt8]) throws(Problem) {
      let lines = header.split(whereSeparator: \.isNewline)
      let field = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
      guard let field, let name = Self.parameter("name", of: field) else { throw .malformedForm }
      guard let file = Self.parameter("filename", of: field) else {
        return try add(name, try Self.text(content))
      }
      // A control without a file sends an empty one.
      if file.isEmpty, content.isEmpty { return }
      try requireRoom()
      files.append(File(control: name, name: file, bytes: content))
    }

    /// The value of a quoted parameter. Browsers encode quotes and line breaks in it by percent signs.
    private static func parameter(_ name: String, of field: Substring) -> String? {
      guard let start = field.firstRange(of: "; \(name)=\"") else { return nil }
      guard let end = field[start.upperBound...].firstIndex(of: "\"") else { return nil }
      return String(field[start.upperBound..<end]).replacing("%22", with: "\"")
        .replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    private mutating func add(_ name: String, _ value: String) throws(Problem) {
      try requireRoom()
      // Browsers send line breaks as CR LF, whatever was typed.
      values.append((name, value.replacing("\r\n", with: "\n")))
    }

    private func requireRoom() throws(Problem) {
      guard values.count + files.count < Self.maximumParts else { throw .malformedForm }
    }

    private static func text(_ bytes: [UInt8]) throws(Problem) -> String {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformedForm }
      return text
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var rest = bytes
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
        case UInt8(ascii: "%"):
          let digits = rest.prefix(2)
          if digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
          {
            result.append(value)
            rest = rest.dropFirst(2)
          } else {
            result.append(byte)
          }
        default: result.append(byte)
        }
      }
      return result
    }
  }

  extension [UInt8] {
    /// The first occurrence of some bytes at or after a position.
    fileprivate func range(of pattern: [UInt8], from start: Int) -> Range<Int>? {
      var index = start
      while index + pattern.count <= count {
        guard let next = self[index...].firstIndex(of: pattern[0]) else { return nil }
        if self[next...].starts(with: pattern) { return next..<(next + pattern.count) }
        index = next + 1
      }
      return nil
    }
  }

  extension Problem {
    fileprivate static let malformedForm = Problem(.badRequest, "the form data is malformed")
  }
#endif
