internal import CCurl
import FormBytes
import FormRemote
import FormRules

/// A libcurl connection to one host at one address, kept for further requests.
///
/// Safe to send between threads because only one thread uses it at a time.
@safe
final class CurlHandle: @unchecked Sendable {
  private let host: String
  private let curl: UnsafeMutableRawPointer
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let resolved: UnsafeMutablePointer<curl_slist>?

  /// Returns nil if memory runs out.
  ///
  /// - Parameter headerFields: Headers of all requests, in addition to those of `HTTPLimits`.
  init?(_ endpoint: HTTPEndpoint, _ headerFields: [(String, String)] = []) {
    let port = endpoint.destination.port
    host = endpoint.destination.host
    let entry = "\(host.bracketedHost):\(port):\(endpoint.address.bracketedHost):\(port)"
    var headers: UnsafeMutablePointer<curl_slist>?
    // Safe because libcurl copies the texts, and the lists live as long as the handle.
    for (name, value) in HTTPLimits.headers + headerFields {
      unsafe headers = formrec_curl_append(headers, "\(name): \(value)")
    }
    // Without this, libcurl sends `Expect: 100-continue` and waits before it sends a long body.
    unsafe headers = formrec_curl_append(headers, "Expect:")
    let resolved = unsafe formrec_curl_append(nil, entry)
    guard
      let curl = unsafe formrec_curl_open(
        headers, resolved, HTTPLimits.userAgent, HTTPLimits.connectTimeout)
    else {
      unsafe formrec_curl_free(headers)
      unsafe formrec_curl_free(resolved)
      return nil
    }
    unsafe self.curl = curl
    unsafe self.headers = headers
    unsafe self.resolved = resolved
  }

  deinit {
    // Safe because nothing else refers to them.
    unsafe formrec_curl_close(curl)
    unsafe formrec_curl_free(headers)
    unsafe formrec_curl_free(resolved)
  }

  /// Sends a request and waits for the response, at most for the request's timeout.
  ///
  /// - Parameter truncates: Whether the body of a response that exceeds the limit is truncated,
  ///   instead of being an error.
  func post(
    _ request: ServiceRequest, truncates: Bool = false
  ) throws(ServiceError) -> HTTPResponse {
    let milliseconds = max(1, Int((request.timeout / .milliseconds(1)).rounded(.up)))
    var body: [UInt8] = []
    var status = 0
    // Safe because libcurl uses the body, the status and the array only during the call.
    let code = unsafe request.body.withUnsafeBytes { bytes in
      unsafe withUnsafeMutablePointer(to: &body) { body in
        unsafe formrec_curl_post(
          curl, request.url, bytes.baseAddress, bytes.count, milliseconds,
          { bytes, _, count, to in
            guard let bytes = unsafe bytes,
              let body = unsafe to?.assumingMemoryBound(to: [UInt8].self)
            else { return 0 }
            if unsafe body.pointee.count + count > HTTPLimits.maximumBytes { return 0 }
            unsafe body.pointee += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
          }, body, &status)
      }
    }
    switch code {
    case CURLE_OK: return HTTPResponse(status: status, body: body)
    case CURLE_WRITE_ERROR where truncates: return HTTPResponse(status: status, body: body)
    case CURLE_WRITE_ERROR: throw .tooLong(host: host, limit: HTTPLimits.maximumBytes)
    case CURLE_OPERATION_TIMEDOUT: throw .timeout(host: host)
    default:
      throw .connection(host: host, reason: unsafe String(cString: formrec_curl_words(code)))
    }
  }
}
