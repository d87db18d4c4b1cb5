internal import CCurl
import FormRules

/// A libcurl connection to one host at one address, kept for further requests.
///
/// Safe to send between threads because only one thread uses it at a time.
@safe
final class CurlHandle: @unchecked Sendable {
  /// The maximum size of a response, in bytes.
  private static let maximumBytes = 64 << 10

  private let curl: UnsafeMutableRawPointer
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let places: UnsafeMutablePointer<curl_slist>?

  /// The outcome of a request.
  enum Reply {
    case answer(status: Int, body: [UInt8])
    case tooLong
    /// There was no response in time.
    case timeout
    /// A connection failure, in words.
    case fault(String)
  }

  /// Returns nil if memory runs out.
  ///
  /// - Parameter address: The address to connect to, whatever the host name resolves to later.
  init?(_ destination: HostPolicy.Destination, address: String) {
    func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
    let place =
      "\(bracketed(destination.host)):\(destination.port):\(bracketed(address)):\(destination.port)"
    var headers: UnsafeMutablePointer<curl_slist>?
    // Safe because libcurl copies the texts, and the lists live as long as the handle.
    for line in [
      "Content-Type: application/json", "Accept: application/json", "Cache-Control: no-cache",
      // Otherwise libcurl waits for permission before it sends a long body.
      "Expect:",
    ] { unsafe headers = formrec_curl_append(headers, line) }
    let places = unsafe formrec_curl_append(nil, place)
    guard let curl = unsafe formrec_curl_open(headers, places) else {
      unsafe formrec_curl_free(headers)
      unsafe formrec_curl_free(places)
      return nil
    }
    unsafe self.curl = curl
    unsafe self.headers = headers
    unsafe self.places = places
  }

  deinit {
    // Safe because nothing else refers to them.
    unsafe formrec_curl_close(curl)
    unsafe formrec_curl_free(headers)
    unsafe formrec_curl_free(places)
  }

  /// Sends a request and waits for the response, at most the given number of milliseconds.
  func post(_ question: RemoteQuestion, milliseconds: Int) -> Reply {
    var body: [UInt8] = []
    var status = 0
    // Safe because libcurl uses the body, the status and the array only during the call.
    let code = unsafe question.body.withUnsafeBytes { bytes in
      unsafe withUnsafeMutablePointer(to: &body) { body in
        unsafe formrec_curl_post(
          curl, question.url, bytes.baseAddress, bytes.count, milliseconds,
          { bytes, _, count, to in
            guard let bytes = unsafe bytes,
              let body = unsafe to?.assumingMemoryBound(to: [UInt8].self)
            else { return 0 }
            if unsafe body.pointee.count + count > CurlHandle.maximumBytes { return 0 }
            unsafe body.pointee += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
          }, body, &status)
      }
    }
    switch code {
    case CURLE_OK: return .answer(status: status, body: body)
    case CURLE_WRITE_ERROR: return .tooLong
    case CURLE_OPERATION_TIMEDOUT: return .timeout
    default: return .fault(unsafe String(cString: formrec_curl_words(code)))
    }
  }
}
