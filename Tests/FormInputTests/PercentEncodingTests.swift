import FormBytes
import Testing

@Suite struct PercentEncodingTests {
  @Test func encodedTextsAreReadBack() {
    let text = String(String.UnicodeScalarView((0...0xFF).compactMap(Unicode.Scalar.init)))
    let encoded = text.percentEncoded(keeping: "/")
    #expect(encoded.hasPrefix("%00%01") && encoded.contains("%0F%10") && encoded.contains("-./0"))
    #expect(encoded.hasSuffix("%C3%BF"))
    #expect(Array(encoded.utf8).span.percentDecoded() == Array(text.utf8))
  }

  @Test(arguments: [("%4", "%4"), ("%", "%"), ("%g0", "%g0"), ("%%41", "%A"), ("a%41", "aA")])
  func onlyCompleteEscapesAreDecoded(text: String, decoded: String) {
    #expect(Array(text.utf8).span.percentDecoded() == Array(decoded.utf8))
  }
}
