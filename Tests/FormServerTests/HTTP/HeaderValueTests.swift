#if Server
import Testing

@testable import FormServer

/// Header values with parameters (RFC 9110, 5.6.6).
@Suite struct HeaderValueTests {
  private struct Case {
    let header, text: String
    /// The value of the parameter `p`.
    let parameter: String?
  }

  private static let cases = [
    Case(header: "", text: "", parameter: nil),
    Case(header: "text/csv", text: "text/csv", parameter: nil),
    Case(header: " text/csv ; p=1", text: "text/csv", parameter: "1"),
    Case(header: "text/csv;q=2;P = 1 ", text: "text/csv", parameter: "1"),
    Case(header: "text/csv;;p=1;p=2;", text: "text/csv", parameter: "1"),
    Case(header: "a;xp=1;p", text: "a", parameter: nil),
    Case(header: "a;p=", text: "a", parameter: ""),
    Case(header: "a;p=\"\"", text: "a", parameter: ""),
    Case(header: "a;p=b=c", text: "a", parameter: "b=c"),
    Case(header: "a; p=\"x;p=y, z\"; q=1", text: "a", parameter: "x;p=y, z"),
    Case(header: #"a; o="\"; p=1"; p=2"#, text: "a", parameter: "2"),
    Case(header: #"a; p="\"x\\\";""#, text: "a", parameter: #""x\";"#),
    // Browsers do not escape backslashes in the names of files.
    Case(header: #"a; p="C:\x\y.csv""#, text: "a", parameter: #"C:\x\y.csv"#),
    Case(header: "a; p=\"unclosed; q=1", text: "a", parameter: "unclosed; q=1"),
    Case(header: "a; p=\"\u{301}é\"; q=\"1\"", text: "a", parameter: "\u{301}é"),
    Case(header: ";p=1", text: "", parameter: "1"),
  ]

  @Test(arguments: cases.indices)
  func parametersAreRead(_ index: Int) {
    let item = Self.cases[index]
    let value = HeaderValue(item.header)
    #expect(value.text == item.text)
    #expect(value["p"] == item.parameter, "\(item.header)")
  }

  /// RFC 6266, 4.3, and RFC 8187, 3.2.
  @Test(
    arguments: [
      ("attachment", nil), ("a; filename=\"b%20c\"", "b%20c"),
      ("a; filename=b; filename*=utf-8'de'%c3%a4'%C3%A4", "\u{E4}'\u{E4}"),
      ("a; filename=b; filename*=UTF-8''%ff", "b"), ("a; filename=b; filename*=UTF-8'c", "b"),
      ("a; filename*=ISO-8859-1''%e4", nil),
    ] as [(String, String?)])
  func namesOfFilesAreRead(_ header: String, _ name: String?) {
    #expect(HeaderValue(header).fileName == name, "\(header)")
  }

  @Test func listsAreDividedOutsideOfQuotes() {
    let values = HeaderValue.list(#"a;p="1,2", b ;p=3,,c"#)
    #expect(values.map(\.text) == ["a", "b", "", "c"])
    #expect(values.map { $0["p"] } == ["1,2", "3", nil, nil])
  }
}
#endif
