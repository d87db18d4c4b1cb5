internal import CCurl
package import FormBytes
import FormRules

/// libcurl, which is loaded on first use.
enum CurlLibrary {
  /// Whether libcurl is available and initialized.
  ///
  /// Safe because it is initialized once, before any other function of libcurl is called.
  private static let isLoaded = formrec_curl_start() != 0

  static func requireLoaded() throws(ServiceError) {
    guard isLoaded else {
      throw .unavailable(reason: "libcurl is not installed (Debian: libcurl4)")
    }
  }
}

extension LibraryVersion {
  /// libcurl, which is loaded for the answer. Without a number if it is not installed.
  package static var curl: LibraryVersion {
    // Safe because the text is a constant of the library that ends with NUL.
    LibraryVersion(
      "libcurl", report: unsafe formrec_curl_version().map { unsafe String(cString: $0) })
  }
}
