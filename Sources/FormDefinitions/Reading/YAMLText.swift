import FormBytes
import FormRules

/// Checks the bytes of a YAML text before libyaml parses them.
struct YAMLText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Rejects text that libyaml would reject without a location, and text that would cost Yams more
  /// than its size suggests: too many nodes, or many aliases.
  ///
  /// Yams hashes keys, and hashing an alias to aliases in a key takes exponential time. Aliases
  /// that pass this check are rejected as nodes.
  func check() throws(DefinitionError) {
    var separators = 0
    var anchors: Set<ArraySlice<UInt8>> = []
    var aliases = 0
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"):
        separators += 1
      case UInt8(ascii: "-"), UInt8(ascii: "?"):
        if isEnd(index + 1) { separators += 1 }
      case UInt8(ascii: "&"):
        if let name = name(at: index) { anchors.insert(name) }
      case UInt8(ascii: "*"):
        if let name = name(at: index), anchors.contains(name) { aliases += 1 }
      default:
        if isForbidden(index) {
          throw DefinitionError(
            "a control character is not allowed; remove it", .syntax, at: location(index))
        }
      }
      guard separators <= DocumentReader.Limit.nodes else {
        throw DefinitionError(
          "more than \(DocumentReader.Limit.nodes) values; split the file", .limit,
          at: location(index)
        )
      }
      guard aliases <= 8 else {
        throw DefinitionError(YAMLReader.noAliases, .syntax, at: location(index))
      }
    }
  }

  /// Returns the character at a location, counted like in libyaml.
  func scalar(at line: Int, _ column: Int) -> Unicode.Scalar? {
    var location = DefinitionLocation(line: 1, column: 1)
    let wanted = DefinitionLocation(line: line, column: column)
    for index in bytes.indices {
      if location == wanted { return Unicode.Scalar(bytes[index]) }
      location.advance(over: bytes[index], before: next(index))
    }
    return nil
  }

  /// Returns the word on the line above if it is a list item that contains nothing else.
  ///
  /// It needs a colon if a key follows below it.
  func bareItem(above line: Int) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 2) else { return nil }
    let item = lines[line - 2].drop { $0 == 0x20 }
    let word = item.dropFirst().drop { $0 == 0x20 }.prefix { $0 > 0x20 }
    let rest = item.dropFirst().drop { $0 == 0x20 }.dropFirst(word.count)
    guard item.first == UInt8(ascii: "-"), word.startIndex > item.startIndex + 1, !word.isEmpty,
      word.allSatisfy(\.isASCIILetter), rest.allSatisfy({ $0 <= 0x20 })
    else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  private func next(_ index: Int) -> UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  private func location(_ index: Int) -> DefinitionLocation {
    DefinitionLocation(ofByte: index, in: bytes)
  }

  /// Returns whether a token of one character ends here.
  private func isEnd(_ index: Int) -> Bool { index >= bytes.count || bytes[index] <= 0x20 }

  /// Returns the name after `&` or `*` at a position where an anchor or alias may occur.
  ///
  /// Does not recognize quotes and comments, so the name may also be part of a text.
  private func name(at index: Int) -> ArraySlice<UInt8>? {
    if index > 0, !bytes[index - 1].isASCIIBlank, !"[{,".utf8.contains(bytes[index - 1]) {
      return nil
    }
    let name = bytes[(index + 1)...].prefix {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    return name.isEmpty ? nil : name
  }

  /// Returns whether a character is not printable in YAML (section 5.1): C0 except tab and line
  /// breaks, DEL, C1 except NEL, U+FFFE and U+FFFF.
  ///
  /// U+FEFF inside a text is accepted.
  private func isForbidden(_ index: Int) -> Bool {
    switch bytes[index] {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F: true
    case 0xC2: (0x80..<0xA0).contains(bytes[index + 1]) && bytes[index + 1] != 0x85
    case 0xEF: bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    default: false
    }
  }
}
