#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// A response whose body is in memory.
  init(
    _ body: ByteBuffer, type: String, status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) {
    var headers = headers
    headers[.contentType] = type
    self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension JSON {
  /// The JSON as a response.
  func response(
    _ status: HTTPResponse.Status = .ok, type: String = ContentType.json,
    headers: HTTPFields = [:]
  ) -> Response {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Response(ByteBuffer(bytes: bytes), type: type, status: status, headers: headers)
  }
}

extension HTML {
  /// The page as a response.
  func response(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.vary] = "Accept-Language"
    return Response(
      ByteBuffer(string: text), type: "text/html; charset=utf-8", status: status,
      headers: headers)
  }
}
#endif
