/// Access to the bytes of the file that a field names or contains.
struct FieldFile: Sendable {
  /// What the field contains. `data:` URIs are accepted with either encoding.
  private let encoding: RuleEntry.FileValue
  private let rule: String

  static let parameter = Parameter<RuleEntry.FileValue?>(
    "encoding", effect: .unknown,
    "What the field contains: the `path` of a file below the folder of files, or the "
      + "content itself in `base64`. A data: URI is accepted in either case.",
    whenAbsent: "path on a field of type file, base64 on text")

  static let discussion = """
    A field of type file contains the path of a file below the folder of files of the run, or the \
    content itself, as a data: URI (RFC 2397) or, with `encoding: base64`, in Base64 (RFC 4648, \
    with padding). The media type in a data: URI is ignored. A path cannot lead out of the folder: \
    absolute paths, `..` and symbolic links are rejected. If a run has rules that read files, it \
    needs the folder, or must omit these rules, which counts them as skipped. A replay reads the \
    files in their current state. Content is read or decoded into memory first.
    """

  /// The codes for files that cannot be read.
  static func codes(of rule: String) -> [RuleDocumentation.Code] {
    [
      .init("\(rule).notFound", "{label} names a file that is not there."),
      .init("\(rule).outside", "{label} must name a file in the folder of files."),
      .init("\(rule).unreadable", "{label} names a file that cannot be read."),
      .init("\(rule).encoding", "{label} must hold a file in Base64 or as a data: URI."),
    ]
  }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    rule = parameters.rule
    let isFile = parameters.field?.type == .file
    encoding = try parameters[Self.parameter] ?? (isFile ? .path : .base64)
  }

  var externalInputs: [ExternalInput] { encoding == .path ? [.files] : [] }

  /// Why a file is not checked.
  enum Refusal: Error {
    /// The field contains a path, and the run omits rules that read files.
    case excluded
    /// The file does not exist, cannot be read, or is wrongly encoded.
    case failure(Failure)

    /// The result of the rule.
    var result: RuleResult {
      switch self {
      case .excluded: .undecided(.files)
      case .failure(let failure): .undecided(.unavailable(failure))
      }
    }
  }

  /// Opens the file.
  ///
  /// - Throws: `Refusal` if the file cannot be read or the run omits files.
  func open(
    _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) throws(Refusal) -> ContentReader {
    if DataURI.isDataURI(text) { return try reader(DataURI.decode(text)) }
    if encoding == .base64 { return try reader(Base64.decode(text)) }
    guard let files = record.run.configuration.files else { throw .excluded }
    do {
      return ContentReader(try files.open(String(copying: text)))
    } catch {
      throw .failure(Failure("\(rule).\(error.rawValue)"))
    }
  }

  /// The size of the file in bytes. For Base64 it is computed without decoding.
  ///
  /// - Throws: `Refusal` if the file cannot be read or the run omits files.
  func size(
    _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) throws(Refusal) -> Int {
    guard encoding == .base64, !DataURI.isDataURI(text) else { return try open(text, record).size }
    guard let size = Base64.size(of: text) else { throw .failure(Failure("\(rule).encoding")) }
    return size
  }

  private func reader(_ bytes: [UInt8]?) throws(Refusal) -> ContentReader {
    guard let bytes else { throw .failure(Failure("\(rule).encoding")) }
    return ContentReader(MemoryContent(bytes: bytes))
  }

  /// The result of the rule if a read fails.
  var unreadable: RuleResult {
    Refusal.failure(Failure("\(rule).\(FileRefusal.unreadable.rawValue)")).result
  }
}

extension RuleEntry {
  /// What a file field contains. A `data:` URI is accepted in either case.
  public enum FileValue: String, ParameterValue, CaseIterable, Sendable {
    /// The path of a file.
    case path
    /// The content in Base64.
    case base64
  }
}
