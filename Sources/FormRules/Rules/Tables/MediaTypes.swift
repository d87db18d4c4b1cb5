/// A type of file and how it is told by its first bytes.
struct MediaType: Sendable {
  /// What people sort files into.
  typealias Kind = RuleEntry.MediaKind

  /// How a file is told to be of the type.
  enum Test: Sendable {
    /// All parts of one of these signatures are there.
    case signatures([[Part]])
    /// An ISO base media file (ISO/IEC 14496-12) whose major brand is one of these.
    case brands([String])
    /// Where a few bytes don't tell.
    case structure(@Sendable (inout ContentReader) -> Bool)
  }

  /// Bytes at a place.
  struct Part: Sendable {
    let bytes: [UInt8]
    let offset: Int

    /// Bytes in hexadecimal.
    static func hex(_ digits: String, at offset: Int = 0) -> Part {
      let values = digits.utf8.map(\.hexValue)
      return Part(
        bytes: stride(from: 0, to: values.count - 1, by: 2).map {
          values[$0] << 4 | values[$0 + 1]
        },
        offset: offset)
    }

    /// Bytes as ASCII text.
    static func text(_ text: String, at offset: Int = 0) -> Part {
      Part(bytes: Array(text.utf8), offset: offset)
    }
  }

  /// The media type as IANA or custom has it.
  let name: String
  let kind: Kind
  /// Other names: usual endings of file names, and what other programs call the type.
  let words: [String]
  let test: Test

  private init(_ kind: Kind, _ name: String, _ words: String, _ test: Test) {
    self.kind = kind
    self.name = name
    self.words = words.split(separator: " ").map(String.init)
    self.test = test
  }

  private init(_ kind: Kind, _ name: String, _ words: String, _ signatures: [Part]...) {
    self.init(kind, name, words, .signatures(signatures))
  }

  /// Every type, what is more special first: a file is called by the first that fits.
  ///
  /// Sources: the formats' specifications; the WHATWG MIME Sniffing standard; the WHATWG list of
  /// font signatures. Old programs' names, such as image/jpg, are taken as other names.
  static let all: [MediaType] = images + videos + audios + documents + archives + others

  private static let images: [MediaType] = [
    MediaType(.image, "image/png", "png", [.hex("89504e470d0a1a0a")]),
    MediaType(.image, "image/jpeg", "jpg jpeg jpe image/jpg image/pjpeg", [.hex("ffd8ff")]),
    MediaType(.image, "image/gif", "gif", [.text("GIF87a")], [.text("GIF89a")]),
    MediaType(.image, "image/webp", "webp", [.text("RIFF"), .text("WEBPVP8", at: 8)]),
    MediaType(
      .image, "image/tiff", "tif tiff", [.hex("49492a00")], [.hex("4d4d002a")],
      [.hex("49492b00")], [.hex("4d4d002b")]),
    MediaType(
      .image, "image/bmp", "bmp image/x-ms-bmp image/x-bmp", [.text("BM"), .hex("0000", at: 6)]),
    MediaType(
      .image, "image/vnd.microsoft.icon", "ico image/x-icon image/ico", [.hex("00000100")]),
    MediaType(.image, "image/avif", "avif", .structure { $0.hasBrand(["avif", "avis"]) }),
    MediaType(
      .image, "image/heic", "heic",
      .structure { $0.hasBrand(["heic", "heix", "heim", "heis", "hevc", "hevx"]) }),
    MediaType(.image, "image/heif", "heif", .structure { $0.hasBrand(["mif1", "msf1"]) }),
    MediaType(
      .image, "image/jp2", "jp2", [.hex("0000000c6a5020200d0a870a")], [.hex("ff4fff51")]),
    MediaType(
      .image, "image/jxl", "jxl", [.hex("0000000c4a584c200d0a870a")], [.hex("ff0a")]),
    MediaType(
      .image, "image/vnd.adobe.photoshop", "psd psb image/x-photoshop", [.hex("384250530001")],
      [.hex("384250530002")]),
    MediaType(.image, "image/svg+xml", "svg", .structure { $0.isMarkup("svg") }),
  ]

  private static let videos: [MediaType] = [
    MediaType(
      .video, "video/mp4", "mp4 m4v video/x-m4v",
      .brands([
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42",
        "avc1", "mmp4", "dash", "MSNV", "M4V ", "M4VH", "M4VP", "f4v ",
      ])),
    MediaType(
      .video, "video/quicktime", "mov qt video/mov",
      .structure { reader in
        reader.majorBrand == "qt  "
          || ["moov", "mdat", "wide"].contains { reader.has($0, at: 4) }
      }),
    MediaType(
      .video, "video/3gpp", "3gp video/3gp",
      .brands(["3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3gr6", "3gs6", "3gs7", "3ge6"])),
    MediaType(.video, "video/3gpp2", "3g2 video/3g2", .brands(["3g2a", "3g2b", "3g2c"])),
    MediaType(.video, "video/webm", "webm", .structure { $0.isMatroska(webM: true) }),
    MediaType(
      .video, "video/matroska", "mkv video/x-matroska video/mkv",
      .structure { $0.isMatroska(webM: false) }),
    MediaType(
      .video, "video/vnd.avi", "avi video/avi video/x-msvideo video/msvideo",
      [.text("RIFF"), .text("AVI ", at: 8)]),
    MediaType(.video, "video/x-flv", "flv video/flv", [.hex("464c5601")]),
    MediaType(
      .video, "video/x-ms-wmv", "wmv asf wma video/wmv video/x-ms-asf audio/x-ms-wma",
      [.hex("3026b2758e66cf11")]),
    MediaType(
      .video, "video/mpeg", "mpg mpeg", [.hex("000001b3")], [.hex("000001ba")]),
    MediaType(
      .video, "video/mp2t", "ts m2ts", [.hex("47"), .hex("47", at: 188), .hex("47", at: 376)]),
    MediaType(.video, "video/ogg", "ogv", [.hex("4f67675300"), .hex("807468656f7261", at: 28)]),
  ]

  private static let audios: [MediaType] = [
    MediaType(
      .audio, "audio/vnd.wave", "wav audio/wav audio/x-wav audio/wave",
      [.text("RIFF"), .text("WAVE", at: 8)]),
    MediaType(
      .audio, "audio/mpeg", "mp3 audio/mp3",
      .structure { $0.has("ID3", at: 0) || $0.isMPEGAudioFrame }),
    MediaType(.audio, "audio/flac", "flac audio/x-flac", [.text("fLaC")]),
    MediaType(
      .audio, "audio/mp4", "m4a m4b audio/m4a audio/x-m4a", .brands(["M4A ", "M4B ", "M4P "])),
    MediaType(
      .audio, "audio/ogg", "ogg oga opus application/ogg",
      .structure { $0.has("OggS\0", at: 0) && !$0.has("theora", at: 29) }),
    MediaType(.audio, "audio/aac", "aac", [.hex("fff1")], [.hex("fff9")]),
    MediaType(
      .audio, "audio/aiff", "aiff aif audio/x-aiff", [.text("FORM"), .text("AIFF", at: 8)],
      [.text("FORM"), .text("AIFC", at: 8)]),
    MediaType(.audio, "audio/midi", "mid midi", [.text("MThd")]),
    MediaType(.audio, "audio/amr", "amr", [.text("#!AMR")]),
  ]

  private static let documents: [MediaType] = [
    MediaType(.document, "application/pdf", "pdf", [.text("%PDF")]),
    MediaType(
      .document, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx",
      .structure { $0.isZIP(with: "word/") }),
    MediaType(
      .document, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx",
      .structure { $0.isZIP(with: "xl/") }),
    MediaType(
      .document, "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "pptx", .structure { $0.isZIP(with: "ppt/") }),
    openDocument("text", "odt"),
    openDocument("spreadsheet", "ods"),
    openDocument("presentation", "odp"),
    MediaType(
      .document, "application/epub+zip", "epub",
      [.text("PK\u{3}\u{4}"), .text("mimetypeapplication/epub+zip", at: 30)]),
    MediaType(
      .document, "application/x-ole-storage",
      "doc xls ppt msg application/msword application/vnd.ms-excel application/vnd.ms-powerpoint",
      [.hex("d0cf11e0a1b11ae1")]),
    MediaType(.document, "application/rtf", "rtf text/rtf", [.text("{\\rtf")]),
    MediaType(.document, "application/postscript", "ps eps", [.text("%!PS")]),
  ]

  private static func openDocument(_ name: String, _ ending: String) -> MediaType {
    let type = "application/vnd.oasis.opendocument.\(name)"
    return MediaType(
      .document, type, ending, [.text("PK\u{3}\u{4}"), .text("mimetype\(type)", at: 30)])
  }

  private static let archives: [MediaType] = [
    MediaType(
      .archive, "application/zip", "zip application/x-zip-compressed", [.text("PK\u{3}\u{4}")],
      [.text("PK\u{5}\u{6}")], [.text("PK\u{7}\u{8}")]),
    MediaType(
      .archive, "application/vnd.rar", "rar application/rar application/x-rar-compressed",
      [.hex("526172211a0700")], [.hex("526172211a070100")]),
    MediaType(
      .archive, "application/x-7z-compressed", "7z application/7z", [.hex("377abcaf271c")]),
    MediaType(.archive, "application/x-tar", "tar application/tar", [.text("ustar", at: 257)]),
    MediaType(
      .archive, "application/gzip", "gz tgz application/gz application/x-gzip", [.hex("1f8b08")]),
    MediaType(.archive, "application/x-bzip2", "bz2", [.text("BZh"), .hex("314159265359", at: 4)]),
    MediaType(.archive, "application/x-xz", "xz", [.hex("fd377a585a00")]),
    MediaType(.archive, "application/zstd", "zst", [.hex("28b52ffd")]),
  ]

  private static let others: [MediaType] = [
    MediaType(.font, "font/woff", "woff", [.text("wOFF")]),
    MediaType(.font, "font/woff2", "woff2", [.text("wOF2")]),
    MediaType(.font, "font/ttf", "ttf", [.hex("0001000000")], [.text("true\0")]),
    MediaType(.font, "font/otf", "otf", [.text("OTTO\0")]),
    MediaType(.font, "font/collection", "ttc", [.text("ttcf\0")]),
    MediaType(.executable, "application/x-elf", "elf", [.hex("7f454c46")]),
    MediaType(
      .executable, "application/vnd.microsoft.portable-executable", "exe dll", [.text("MZ")]),
    MediaType(
      .executable, "application/x-mach-binary", "macho", [.hex("feedface")], [.hex("feedfacf")],
      [.hex("cefaedfe")], [.hex("cffaedfe")], [.hex("cafebabe")]),
    MediaType(.executable, "text/x-shellscript", "sh", [.text("#!/")], [.text("#! /")]),
    MediaType(.text, "text/html", "html htm", .structure { $0.isMarkup("html") }),
    MediaType(
      .text, "application/xml", "xml text/xml", [.text("<?xml")], [.hex("efbbbf3c3f786d6c")]),
    MediaType(.text, "application/json", "json", .structure { $0.isJSON() }),
    MediaType(.text, "text/plain", "txt", .structure { $0.isText() }),
  ]

  /// The type of that name or other name; nil when there is none.
  static func named(_ name: String) -> MediaType? { all.first { $0.name == name } ?? byWord[name] }

  private static let byWord = Dictionary(
    uniqueKeysWithValues: all.flatMap { type in type.words.map { ($0, type) } })

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
    case .brands(let brands): return reader.majorBrand.map(brands.contains) ?? false
    case .structure(let isThere): return isThere(&reader)
    }
  }
}
