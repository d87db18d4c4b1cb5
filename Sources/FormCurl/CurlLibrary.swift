internal import CCurl
import FormRules

/// libcurl, which is loaded on first use.
enum CurlLibrary {
  /// Whether libcurl is available and initialized.
  ///
  /// Safe because it is initialized once, before any other function of libcurl is called.
  private static let isLoaded = formrec_curl_start() != 0

  static func requireLoaded() throws(ServiceFailure) {
    guard isLoaded else {
      throw .unavailable(reason: "libcurl is not installed (Debian: libcurl4)")
    }
  }
}
