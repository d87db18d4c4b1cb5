#if Server
import Testing

@testable import FormServer

/// Names and values of queries and of `application/x-www-form-urlencoded`.
@Suite struct FormEncodingTests {
  @Test(
    arguments: [
      ("", ""), ("a+b%20c", "a b c"), ("%2B", "+"), ("%c3%A4", "ä"), ("ä", "ä"),
      // Not percent-encoded.
      ("%", "%"), ("%2", "%2"), ("%zz", "%zz"), ("100%", "100%"),
      // Not UTF-8.
      ("%ff", nil), ("%c3", nil), ("%ed%a0%80", nil),
    ] as [(String, String?)])
  func textsAreDecoded(encoded: String, text: String?) {
    #expect(encoded.utf8.decodedFromForm == text)
  }
}
#endif
