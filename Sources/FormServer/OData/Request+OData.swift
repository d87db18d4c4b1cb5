#if Server
import HTTPTypes
import Hummingbird

/// What a client of the feed prefers.
extension Request {
  /// The parameters of the media type that the client accepts, in lowercase and without blanks.
  private var odataAccept: String {
    (headers[.accept] ?? "").lowercased().filter { $0 != " " }
  }

  var wantsNumbersAsText: Bool { odataAccept.contains("ieee754compatible=true") }
  var wantsNoMetadata: Bool { odataAccept.contains("metadata=none") }

  var odataContentType: String {
    "application/json;odata.metadata=\(wantsNoMetadata ? "none" : "minimal")"
      + ";odata.streaming=true\(wantsNumbersAsText ? ";IEEE754Compatible=true" : "");charset=utf-8"
  }

  static let defaultODataContentType =
    "application/json;odata.metadata=minimal;odata.streaming=true;charset=utf-8"

  /// The size of pages that the client prefers.
  var preferredPage: Int? {
    for preference in (headers[.prefer] ?? "").split(separator: ",") {
      let pair = preference.filter { $0 != " " }.split(separator: "=")
      guard pair.count == 2, pair[0] == "odata.maxpagesize" || pair[0] == "maxpagesize" else {
        continue
      }
      if let size = Int(pair[1]), size > 0 { return size }
    }
    return nil
  }
}

extension HTTPField.Name {
  fileprivate static let prefer = Self("Prefer")!
}
#endif
