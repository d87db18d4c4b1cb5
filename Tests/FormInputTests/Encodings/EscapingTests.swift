import FormBytes
import Testing

@Suite struct EscapingTests {
  /// A mark and a combining character form one Character, which `replacing` would not find.
  @Test func marksBeforeCombiningCharactersAreEscaped() {
    #expect(Array("a'b'\u{301}".quoted().utf8) == Array("'a''b''\u{301}'".utf8))
    #expect(Array("\"\u{301}".quoted(by: "\"").utf8) == Array("\"\"\"\u{301}\"".utf8))
    #expect(Array("<\u{338}&\r\n".escapedForXML.utf8) == Array("&lt;\u{338}&amp;\r\n".utf8))
    #expect("".quoted() == "''")
  }

  @Test func percentEncodingKeepsUnreservedCharacters() {
    #expect("a-Z_0.~ /é\n".percentEncoded(keeping: "") == "a-Z_0.~%20%2F%C3%A9%0A")
    #expect("/a b".percentEncoded(keeping: "/") == "/a%20b")
  }

  @Test(arguments: [
    ("%C3%a9", "é"), ("a%2Fb", "a/b"), ("100%", "100%"), ("%4", "%4"), ("%+4", "%+4"),
    ("%zz%41", "%zzA"), ("", ""),
  ])
  func percentDecodingKeepsOtherSigns(text: String, decoded: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.span.percentDecoded() == Array(decoded.utf8))
  }
}
