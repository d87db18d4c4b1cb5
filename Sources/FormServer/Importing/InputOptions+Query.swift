#if Server
import FormInput
import FormRecorder
import Hummingbird

extension InputOptions {
  /// The options in a request's query. If it names no format, the media type of the body or its
  /// content determines the format.
  init(_ request: Request, _ query: QueryParameters) throws(Problem) {
    self.init()
    (delimiter, encoding) = (query[.delimiter], query[.fileEncoding])
    header = try query.integer(.header)
    format = query[.format] ?? RecordFormat(mediaType: request.mediaType)?.rawValue
    (entry, sheet) = (query[.entry], query[.sheet])
  }
}
#endif
