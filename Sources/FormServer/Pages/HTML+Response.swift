#if Server
  import FormRecorder
  import HTTPTypes
  import Hummingbird
  import NIOCore

  extension HTML {
    /// The page as a response.
    func response(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
      var headers = headers
      headers[.contentType] = "text/html; charset=utf-8"
      headers[.vary] = "Accept-Language"
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
#endif
