#if Server
import FormRecorder
import HTTPTypes
import Hummingbird

extension QueryParameter {
  static let exportFormat = Self(
    "format", "The format. If omitted, the header `Accept` selects it.",
    .choice(ExportFormat.served.map(\.rawValue)))
}

extension ExportFormat {
  /// The formats that the server sends. The first one is the default.
  static let served = [.json] + allCases.filter { $0.properties.isStreamable && $0 != .json }

  /// The format specified by the parameter `format`, or else the format that the client prefers.
  ///
  /// - Throws: A problem with status 400 for an unknown name, and 406 if the client accepts none
  ///   of the formats.
  init(of request: Request, _ query: QueryParameters) throws(Problem) {
    if let format = try query.choice(.exportFormat).flatMap(Self.init) {
      self = format
      return
    }
    let mediaTypes = Self.served.flatMap(\.properties.mediaTypes)
    guard let mediaType = request.preferredMediaType(among: mediaTypes),
      let format = Self.served.first(where: { $0.properties.mediaTypes.contains(mediaType) })
    else {
      let names = Self.served.map { $0.properties.mediaTypes[0] }.joined(separator: ", ")
      throw Problem(.notAcceptable, "send 'Accept' with one of: \(names)")
    }
    self = format
  }
}
#endif
