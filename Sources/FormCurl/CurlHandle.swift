internal import CCurl
import FormRules

/// A connection of libcurl to one host at one address, kept for further questions.
///
/// Safe to hand between threads because one has it at a time.
@safe
final class CurlHandle: @unchecked Sendable {
  /// No longer answer is read.
  private static let maximumBytes = 64 << 10

  private let curl: UnsafeMutableRawPointer
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let places: UnsafeMutablePointer<curl_slist>?

  /// What came of a question.
  enum Reply {
    case answer(status: Int, body: [UInt8])
    case tooLong
    /// There was none in time.
    case timeout
    /// A fault on the way, in words.
    case fault(String)
  }

  /// Nil when there is no memory.
  ///
  /// - Parameter address: what is connected to, whatever the host's name is found to mean later.
  init?(_ destination: HostPolicy.Destination, address: String) {
    func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
    let place =
      "\(bracketed(destination.host)):\(destination.port):\(bracketed(address)):\(destination.port)"
    var headers: UnsafeMutablePointer<curl_slist>?
    // Safe because libcurl copies the texts; the lists live as long as the handle.
    for line in [
      "Content-Type: application/json", "Accept: application/json", "Cache-Control: no-cache",
      // Else it waits for leave to send what is long.
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

  /// Puts a question and waits for the answer, for so many milliseconds at most.
  func post(_ question: RemoteQuestion, milliseconds: Int) -> Reply {
    var body: [UInt8] = []
    var status = 0
    // Safe because libcurl has the body, the status and the array during the call only.
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
