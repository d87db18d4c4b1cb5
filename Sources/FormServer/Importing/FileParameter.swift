#if Server
import FormRecorder
import FormRules

/// A request that is made of a file: an import, or corrections.
protocol FileRequest: Sendable {
  var form: VersionReference? { get set }
  var rules: VersionReference? { get set }
  var input: InputOptions { get set }
  var by: String? { get set }
  var reason: String? { get set }
  var localization: Localization { get set }
}

extension ImportRequest: FileRequest {}
extension CorrectionRequest: FileRequest {}

/// A parameter of the query of a route that accepts files, and the property of the request that it
/// sets. Routes declare the parameters of a list and read those of the same list.
struct FileParameter<Target: FileRequest>: Sendable {
  /// The value of the parameter in a query.
  struct Value {
    fileprivate let query: QueryParameters
    fileprivate let parameter: QueryParameter

    var text: String? { query[parameter] }
    func integer() throws(Problem) -> Int? { try query.integer(parameter) }
    func flag() throws(Problem) -> Bool { try query.flag(parameter) }
  }

  let parameter: QueryParameter
  private let set: @Sendable (inout Target, Value) throws -> Void

  /// - Parameter set: Sets a property to the value of the parameter.
  init(
    _ parameter: QueryParameter, set: @escaping @Sendable (inout Target, Value) throws -> Void
  ) {
    self.parameter = parameter
    self.set = set
  }

  init(
    _ name: String, _ description: String, _ values: QueryParameter.Values = .anyText,
    set: @escaping @Sendable (inout Target, Value) throws -> Void
  ) {
    self.init(QueryParameter(name, description, values), set: set)
  }

  /// Sets the property to the value in a query.
  func read(_ query: QueryParameters, into request: inout Target) throws {
    try set(&request, Value(query: query, parameter: parameter))
  }
}

extension FileParameter {
  static var rules: Self {
    Self(.rules) { $0.rules = try $1.text.map(VersionReference.required) }
  }

  static var reason: Self { Self(.logReason) { $0.reason = $1.text } }

  /// The parameters that describe the file in the body. If the query names no format, that of the
  /// request stays.
  static var file: [Self] {
    [
      // The request gets its name when the file is received.
      Self(.fileName) { _, _ in },
      Self(.delimiter) { $0.input.delimiter = $1.text },
      Self("encoding", "The encoding of a text file.", .choice(InputOptions.encodings)) {
        $0.input.encoding = $1.text
      },
      Self(
        "header", "The line number of the header; 0 if there is none.", .integer(0...0x7FFF_FFFF)
      ) { $0.input.header = try $1.integer() },
      Self(
        "format",
        "The format of the file. If omitted, its media type or content determines it.",
        .choice(InputOptions.formats)
      ) { $0.input.format = $1.text ?? $0.input.format },
      Self("entry", "The name of the entry in a zip file.") { $0.input.entry = $1.text },
      Self("sheet", "The name or number of the sheet in a workbook.") { $0.input.sheet = $1.text },
    ]
  }
}

extension QueryParameter {
  static let fileName = Self(
    "name", "The name of the file. If omitted, it is that in `Content-Disposition`.")
}
#endif
