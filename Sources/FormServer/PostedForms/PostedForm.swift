#if Server
import FormBytes
import FormRecorder
import HTTPTypes
import Hummingbird
import NIOCore

/// The data that a browser submits for a form: the values of its controls by name, in order, and
/// files.
struct PostedForm: Sendable {
  struct File: Sendable {
    var control: String
    var name: String
    /// What was received, or the problem because of which it cannot be stored.
    var content: Result<IncomingFile, Problem>
  }

  private(set) var values: [(name: String, value: String)] = []
  private(set) var files: [File] = []

  /// The last value of a control that does not belong to a field.
  func value(_ name: String) -> String? { values.last { $0.name == name }?.value }

  private let maximumValues, maximumFiles: Int

  private init(_ configuration: ServerConfiguration) {
    maximumValues = configuration.maximumFormValues
    maximumFiles = configuration.maximumFormFileCount
  }

  /// Parses `application/x-www-form-urlencoded`.
  init(
    urlEncoded body: [UInt8], _ configuration: ServerConfiguration = ServerConfiguration()
  ) throws(Problem) {
    self.init(configuration)
    for (name, value) in body.formEncodedPairs {
      guard let name, let value else { throw .malformedForm }
      try add(name, value)
    }
  }

  /// Receives `multipart/form-data`. Files are written to a folder while they arrive, and stay
  /// there only if they are stored (`SubmittedFiles.store`).
  ///
  /// - Parameter boundary: The parameter of the media type.
  init(multipart body: ReceivedBody, boundary: String, _ core: ServerCore) async throws {
    let limits = core.configuration
    self.init(limits)
    var reader = try MultipartReader(
      boundary: boundary, maximumHeader: limits.maximumHeaderField)
    var part: Part?
    var valueBytes = 0
    for try await bytes in body {
      reader.append(bytes.readableBytesView)
      while let event = try reader.next() {
        switch event {
        case .header(let text):
          let next = try Part(header: text)
          // A control without a file submits an empty name.
          guard next.fileName?.isEmpty != false || files.count < maximumFiles else {
            throw Problem.tooLarge
          }
          part = next
        case .content(let content) where part?.fileName == nil:
          valueBytes += content.count
          guard valueBytes <= limits.maximumBody else { throw Problem.tooLarge }
          part?.value += content
        case .content(let content): try await part?.append(content, core)
        case .endOfPart:
          if let part { try await add(part, core) }
          part = nil
        }
      }
    }
    guard reader.isAtEnd else { throw Problem.malformedForm }
  }

  /// A part that is being received.
  private struct Part {
    var control: String
    var value: [UInt8] = []
    /// The name of the file, or nil if the part is a value.
    var fileName: String?
    var file: Result<IncomingFile, Problem>?

    init(header: String) throws(Problem) {
      let lines = header.split { $0 == "\r\n" }
      let field = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
      let disposition = HeaderValue(String(field ?? ""))
      guard let name = disposition["name"] else { throw .malformedForm }
      guard disposition["name*"] == nil, disposition["filename*"] == nil else {
        throw .extendedParameter
      }
      control = name.unescapedFromMultipart
      fileName = disposition["filename"]?.unescapedFromMultipart
    }

    mutating func append(_ content: [UInt8], _ core: ServerCore) async throws {
      guard fileName?.isEmpty == false else { throw Problem.malformedForm }
      // The rest of a file that cannot be stored is dropped.
      if case .failure? = file { return }
      let received = try await core.receivingFile { [file] in
        let file = try file?.get() ?? core.pages.files.receive()
        try file.append(content)
        return file
      }
      file = received
      if case .success(let file) = received,
        file.byteCount > core.configuration.maximumFormFile
      {
        throw Problem.tooLarge
      }
    }
  }

  private mutating func add(_ part: Part, _ core: ServerCore) async throws {
    guard let name = part.fileName else { return try add(part.control, Self.text(part.value)) }
    if name.isEmpty { return }
    let content =
      if let file = part.file { file } else {
        try await core.receivingFile { try core.pages.files.receive() }
      }
    files.append(File(control: part.control, name: name, content: content))
  }

  private mutating func add(_ name: String, _ value: String) throws(Problem) {
    guard values.count < maximumValues else { throw .malformedForm }
    // Browsers submit line breaks as CR LF.
    values.append((name, value.replacing("\r\n", with: "\n")))
  }

  private static func text(_ bytes: [UInt8]) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformedForm }
    return text
  }
}

extension ServerCore {
  /// Receives a part of a file. The other values of the form are received even if that fails.
  fileprivate func receivingFile(
    _ work: @escaping @Sendable () throws -> IncomingFile
  ) async throws -> Result<IncomingFile, Problem> {
    do {
      return .success(try await storingFile(work))
    } catch let problem as Problem {
      return .failure(problem)
    }
  }
}

extension String {
  /// The name of a control or file. Browsers percent-encode quotes and line breaks in names.
  fileprivate var unescapedFromMultipart: String {
    replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}

extension Problem {
  /// RFC 7578, 4.2.
  fileprivate static let extendedParameter = Problem(
    .badRequest,
    "multipart/form-data has no parameters 'name*' and 'filename*'; send UTF-8 in 'name' and "
      + "'filename'")
  static let malformedForm = Problem(.badRequest, "the form data is malformed")
}

extension QueryParameters {
  /// Reads the controls of an HTML form.
  ///
  /// - Throws: A problem with status 400 if a control is not declared or repeated.
  init(_ form: PostedForm, declared: [QueryParameter]) throws(Problem) {
    self.init(declared: declared)
    for (name, value) in form.values { try add(name, value) }
  }
}
#endif
