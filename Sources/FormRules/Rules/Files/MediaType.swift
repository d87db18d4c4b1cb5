import FormBytes

/// A media type and the test that recognizes its files.
struct MediaType: Sendable {
  /// The test for files of the type.
  enum Test: Sendable {
    /// The file has all parts of one of the signatures.
    case signatures([[Part]])
    /// An ISO base media file (ISO/IEC 14496-12) whose major brand is one of these.
    case majorBrands([String])
    /// An ISO base media file that has one of these major brands, or a general image brand and one
    /// of these as a compatible brand.
    case brands([String])
    /// A ZIP archive with an entry whose name has this prefix.
    case archive(String)
    /// Markup whose first element has this name.
    case markup(String)
    /// A file that only its structure identifies.
    case structure(Structure)
  }

  /// Types that are recognized by their structure instead of signatures.
  enum Structure: String, Sendable {
    case quicktime, webm, matroska, mp3, ogg, json, text
  }

  /// Bytes at an offset.
  struct Part: Sendable {
    let bytes: [UInt8]
    let offset: Int
  }

  /// The media type, registered with IANA or in common use.
  let name: String
  let kind: RuleEntry.MediaKind
  /// Other names: common file extensions, and alternative names of the type.
  let aliases: [String]
  let test: Test

  /// Every type, more specific types first: the first match names the type of a file. From
  /// `Tables/media.txt`.
  static let all = TableTexts.media.split(separator: "\n").map(MediaType.init(line:))

  /// The type with the given name or alternative name; nil if there is none.
  static func named(_ name: String) -> MediaType? { all.first { $0.name == name } ?? byAlias[name] }

  private static let byAlias = Dictionary(
    uniqueKeysWithValues: all.flatMap { type in type.aliases.map { ($0, type) } })

  /// Whether a file is of this type.
  func fits(_ reader: inout ContentReader) -> Bool {
    switch test {
    case .signatures(let signatures):
      for signature in signatures {
        var isThere = true
        for part in signature where !reader.has(part.bytes, at: part.offset) {
          isThere = false
          break
        }
        if isThere { return true }
      }
      return false
    case .majorBrands(let brands): return reader.majorBrand.map(brands.contains) ?? false
    case .brands(let brands): return reader.hasBrand(brands)
    case .archive(let entry): return reader.isZIP(with: entry)
    case .markup(let name): return reader.isMarkup(name)
    case .structure(let structure): return structure.fits(&reader)
    }
  }
}

extension MediaType.Structure {
  fileprivate func fits(_ reader: inout ContentReader) -> Bool {
    switch self {
    case .quicktime:
      reader.majorBrand == "qt  " || ["moov", "mdat", "wide"].contains { reader.has($0, at: 4) }
    case .webm: reader.isMatroska(webM: true)
    case .matroska: reader.isMatroska(webM: false)
    case .mp3: reader.has("ID3", at: 0) || reader.isMPEGAudioFrame
    case .ogg: reader.has("OggS\0", at: 0) && !reader.has("theora", at: 29)
    case .json: reader.isJSON()
    case .text: reader.isText()
    }
  }
}

extension MediaType {
  /// Reads a line of `Tables/media.txt`, which documents the format.
  fileprivate init(line: Substring) {
    let sides = line.split(separator: "=", maxSplits: 1)
    let words = sides[0].split(separator: " ").map(String.init)
    guard let kind = RuleEntry.MediaKind(rawValue: words[0]), let test = Test(sides[1]) else {
      preconditionFailure("TableTexts.media has a line that is none")
    }
    self.init(name: words[1], kind: kind, aliases: Array(words[2...]), test: test)
  }
}

extension MediaType.Test {
  /// Returns nil if the text is not a test.
  fileprivate init?(_ text: Substring) {
    let words = text.split(separator: " ").map(String.init)
    let rest = Array(words[1...])
    switch words[0] {
    case "major":
      // A brand has four characters; the table omits trailing spaces.
      self = .majorBrands(rest.map { ($0 + "   ").prefix(4) }.map(String.init))
    case "brand": self = .brands(rest)
    case "zip": self = .archive(rest[0])
    case "markup": self = .markup(rest[0])
    case "code":
      guard let structure = MediaType.Structure(rawValue: rest[0]) else { return nil }
      self = .structure(structure)
    default:
      self = .signatures(words.split(separator: "|").map { $0.map(MediaType.Part.init(text:)) })
    }
  }
}

extension MediaType.Part {
  /// Reads `89504e47` or `"WAVE"@8`.
  fileprivate init(text: String) {
    let sides = text.split(separator: "@")
    offset = sides.count > 1 ? Int(sides[1]) ?? 0 : 0
    if sides[0].first == "\"" {
      bytes = Array(sides[0].dropFirst().dropLast().utf8)
    } else {
      bytes = [UInt8](hexadecimal: sides[0].utf8) ?? []
    }
  }
}
