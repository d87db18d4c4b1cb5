/// How a rule gets at the bytes of the file that a field names, or holds as text.
struct FileSource: Sendable {
  /// What the field holds, but for `data:` URIs, which are taken in any case.
  typealias Encoding = RuleEntry.FileEncoding

  private let encoding: Encoding
  private let rule: String

  static let parameter = Parameter<RuleEntry.FileEncoding?>(
    "encoding",
    "What the field holds: `path`, the path of a file below the folder that "
      + "--files names, or `base64`, the content itself. A data: URI is taken in "
      + "any case.", whenAbsent: "path on a field of type file, base64 on text")

  static let discussion = """
    A field of type file holds the path of a file below the folder that `--files` names, or the \
    content itself as a data: URI (RFC 2397) or, with `encoding: base64`, in Base64 (RFC 4648, with \
    padding). What a data: URI claims to be is not believed. A path never leads out of the folder: \
    absolute paths, `..` and symbolic links are refused. A run whose rules look at files must be \
    given the folder, or be told with `--no-files` to leave these rules out, which counts them as \
    skipped. A replay looks at the files as they are then. What is looked at is read or decoded \
    into memory first.
    """

  /// The codes of a rule whose file cannot be looked at.
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

  var demands: [RuleDemand] { encoding == .path ? [.files] : [] }

  /// Why a file cannot be looked at.
  enum Refusal: Error {
    /// It is named by a path, and the run was told to leave files out.
    case leftOut
    /// It is not there, or not what it says.
    case failure(Failure)

    /// What the rule answers.
    var answer: RuleAnswer {
      switch self {
      case .leftOut: .undecided(.filesLeftOut)
      case .failure(let failure): .fails(failure)
      }
    }
  }

  /// The file, ready to be looked at.
  func open(
    _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) throws(Refusal) -> ContentReader {
    if DataURI.isOne(text) { return try reader(DataURI.decode(text)) }
    if encoding == .base64 { return try reader(Base64.decode(text)) }
    guard let files = record.run.conditions.files else { throw .leftOut }
    do {
      return ContentReader(try files.open(String(copying: text)))
    } catch {
      throw .failure(Failure("\(rule).\(error.rawValue)"))
    }
  }

  /// How many bytes the file has. Base64 is counted, not decoded.
  func size(
    _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) throws(Refusal) -> Int {
    guard encoding == .base64, !DataURI.isOne(text) else { return try open(text, record).size }
    guard let size = Base64.size(of: text) else { throw .failure(Failure("\(rule).encoding")) }
    return size
  }

  private func reader(_ bytes: [UInt8]?) throws(Refusal) -> ContentReader {
    guard let bytes else { throw .failure(Failure("\(rule).encoding")) }
    return ContentReader(MemoryContent(bytes: bytes))
  }

  /// What a rule answers when the system broke off reading.
  var unreadable: RuleAnswer { .fails("\(rule).\(FileRefusal.unreadable.rawValue)") }
}

extension RuleEntry {
  /// How a field has a file; a `data:` URI is taken in any case.
  public enum FileEncoding: String, ParameterValue, CaseIterable, Sendable {
    /// As the path of a file.
    case path
    /// As its content in Base64.
    case base64
  }
}
