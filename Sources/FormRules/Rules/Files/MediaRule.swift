/// Requires a file of one of several kinds or media types.
struct MediaRule: Rule {
  static let name = "media"
  static let readsFiles = true
  static let kinds = Parameter<[String]?>(
    "kinds", effect: .looserIfMore, "The accepted kinds of files. Types may be listed too.",
    as: .choices(RuleEntry.MediaKind.allCases.map(\.rawValue)))
  static let typesParameter = Parameter<[String]?>(
    "types", effect: .looserIfMore,
    "Media types, such as image/png or image/*, or common file extensions, such as png.")

  static let documentation = RuleDocumentation(
    "The file is of one of several kinds or types, according to its content.",
    discussion: """
      The type is determined from the first bytes of the file; its name and the media type in a \
      data: URI are ignored. A file may match several types: a .docx is also a ZIP archive, and \
      JSON is also text. JSON must be an array or object and is read whole, up to 8 MiB. Of plain \
      text, the first 64 KiB must be UTF-8. Word, Excel and PowerPoint files from before 2007 \
      cannot be distinguished. To check that a text is the name of a media type, such as \
      text/html, use `mime`.

      \(FieldFile.discussion)
      """,
    mainParameter: "kinds",
    types: ["file", "text"],
    parameters: [kinds, typesParameter, FieldFile.parameter],
    codes: [
      .init("media.wrongType", "{label} must be a file of: {types}, not {found}."),
      .init("media.unknown", "{label} must be a file of: {types}."),
    ] + FieldFile.codes(of: name),
    examples: [
      .init(
        "image",
        accepts: [
          "iVBORw0KGgo=", "R0lGODlhAQABAAAAACw=", "/9j/4AAQSkZJRg==",
          "data:image/png;base64,iVBORw0KGgo=", "data:,%89PNG%0D%0A%1A%0A",
        ], rejects: ["JVBERi0xLjM=", "data:image/png,<html>", "UEsDBBQAAAAIAA=="]),
      .init("image", accepts: ["/9j/4A=="], rejects: ["AAAA", "/////w=="], code: "media.unknown"),
      .init("image", rejects: ["photo.png", "data:image/png"], code: "media.encoding"),
      .init(
        ["kinds": ["archive"], "types": ["pdf", "image/jpg", "text/*"]],
        accepts: ["UEsDBBQAAAAIAA==", "JVBERi0xLjM=", "/9j/4A==", "PGh0bWw+"],
        rejects: ["iVBORw0KGgo=", "R0lGODlhAQAB"]),
      .init(
        ["types": ["json"]], accepts: ["eyJhIjogWzFdfQo=", "WyJcdTAwZTkiXQ=="],
        rejects: ["eyJhIjogWzFdCg==", "MQo="]),
      .init(
        ["types": ["svg"]],
        accepts: ["data:image/svg+xml,<?xml version='1.0'?><!-- a > b --><svg/>"],
        rejects: ["data:image/svg+xml,<html><svg/></html>"]),
      .init(
        "image", type: .file, accepts: ["data:image/gif;base64,R0lGODlhAQABAAAAACw="],
        rejects: ["data:image/gif;base64,UEsDBBQAAAAIAA=="]),
      .init(
        ["kinds": "audio", "encoding": "base64"], type: .file,
        accepts: ["SUQzAwAAAAA=", "//uSRA=="],
        rejects: ["/9j/4A=="]),
    ])

  private let accepted: [MediaType]
  private let file: FieldFile
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    file = try FieldFile(parameters)
    let kinds = try parameters[Self.kinds] ?? []
    let types = try parameters[Self.typesParameter] ?? []
    if kinds.isEmpty, types.isEmpty {
      throw parameters.error("requires kinds or types", .missing(nil))
    }
    var accepted: [MediaType] = []
    for word in kinds {
      if let kind = RuleEntry.MediaKind(rawValue: word) {
        accepted += MediaType.all.filter { $0.kind == kind }
      } else if let types = Self.types(word) {
        accepted += types
      } else {
        throw .unknown(
          "kind of file", word, known: RuleEntry.MediaKind.allCases.map(\.rawValue),
          at: parameters.location(of: Self.kinds))
      }
    }
    for word in types {
      guard let types = Self.types(word) else {
        throw .unknown(
          "type of file", word, known: MediaType.all.flatMap { [$0.name] + $0.aliases },
          at: parameters.location(of: Self.typesParameter))
      }
      accepted += types
    }
    self.accepted = accepted
    arguments = [MessageArgument("types", terms: kinds + types)]
  }

  /// The types that a word denotes: one type, or all of `image/*`; nil if there are none.
  private static func types(_ word: String) -> [MediaType]? {
    let word = word.lowercased()
    guard word.hasSuffix("/*") else { return MediaType.named(word).map { [$0] } }
    let types = MediaType.all.filter { $0.name.hasPrefix(word.dropLast()) }
    return types.isEmpty ? nil : types
  }

  var externalInputs: [ExternalInput] { file.externalInputs }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    do throws(FieldFile.Refusal) {
      var reader = try file.open(text, record)
      for type in accepted where type.fits(&reader) { return .passes }
      for type in MediaType.all where type.fits(&reader) {
        return .fails("media.wrongType", [MessageArgument("found", type.name)])
      }
      return reader.isUnreadable ? file.unreadable : .fails("media.unknown")
    } catch {
      return error.result
    }
  }
}

extension DeclaredRule {
  /// The file is of one of several kinds or media types, according to its content.
  ///
  /// - Parameters:
  ///   - kinds: The accepted kinds.
  ///   - types: Accepted media types, such as `image/png` or `image/*`, or file extensions.
  ///   - encoding: What the field contains; the default is `.path` for fields of type file,
  ///     `.base64` for text.
  public static func media(
    _ kinds: RuleEntry.MediaKind..., types: [String]? = nil, encoding: RuleEntry.FileValue? = nil
  ) -> Self {
    Self(
      MediaRule.self, MediaRule.kinds(kinds.isEmpty ? nil : kinds.map(\.rawValue)),
      MediaRule.typesParameter(types), FieldFile.parameter(encoding))
  }
}

extension RuleEntry {
  /// Kinds of files.
  public enum MediaKind: String, ParameterValue, CaseIterable, Sendable {
    /// Kinds of files by their use.
    case image, video, audio, archive, document, text, font, executable
  }
}
