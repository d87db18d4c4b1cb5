import FormRecorder
import FormTestSupport
import Testing

@testable import FormPages

@Suite struct ProfilePageTests {
  /// A file with a number, repeated values, a frequent typing error, a malformed record and markup.
  private static let records =
    "amount,city,<b>note\n"
    + (1...60).map { "\($0).5,\($0 == 7 ? "Pariss" : $0 % 3 == 0 ? "Rome" : "Paris"),n\($0)\n" }
    .joined() + "1,2,3,4\n61.5,Oslo,<script>alert(1)</script>\n"

  private func page(
    _ text: String = records, top: Int = 10, masked: Bool = false
  ) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a<i>.csv")
    var profile = try TableProfile(
      [folder.path("a<i>.csv")], names: ["a<i>.csv"], InputOptions())
    if masked { profile.maskAll() }
    return ProfilePage.html(profile, top: top)
  }

  @Test func pageIsWellFormed() throws {
    let page = try page()
    expectWellFormed(page)
    expectNoNetwork(page)
  }

  @Test func columnsAndTotalsAreShown() throws {
    let page = try page()
    for (caption, number) in [("records", 61), ("columns", 3), ("malformed records", 1)] {
      #expect(page.contains("<dt>\(caption)</dt><dd>\(number)</dd>"), "\(caption)")
    }
    #expect(page.contains("#column-0\"><bdi>amount</bdi></a></th><td>decimal</td>"))
    #expect(page.contains("#column-1\"><bdi>city</bdi></a></th><td>text</td>"))
    // Only numbers have a histogram.
    #expect(page.matches(of: /<h3>distribution/).count == 1)
    #expect(page.contains("1.5 to 61.5, median 31.5, mean 31.5"))
    #expect(page.contains("<code><bdi>Paris</bdi></code></td><td class=\"n\">39"))
  }

  @Test func findingsAreShown() throws {
    let page = try page()
    #expect(page.contains("<caption>findings</caption>"))
    #expect(page.contains("<code><bdi>Pariss</bdi></code> → <code><bdi>Paris</bdi></code>"))
    #expect(try self.page("a\n1\n").contains("<p>No findings.</p>"))
  }

  @Test func textFromDataIsEscaped() throws {
    let page = try page()
    #expect(page.contains("a&lt;i&gt;.csv") && page.contains("&lt;b&gt;note"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    for text in ["<i>", "<b>note", "<script>alert"] { #expect(!page.contains(text), "\(text)") }
  }

  @Test(arguments: [1, 3]) func valuesAreLimited(top: Int) throws {
    let tables = try page(top: top).matches(
      of: /(?s)<caption>(?:values|shapes)<\/caption>(.*?)<\/table>/
    ).map { $0.1.matches(of: /<tr>/).count }
    #expect(tables.max() == top)
  }

  @Test func maskedColumnsShowNoValues() throws {
    let page = try page(masked: true)
    for value in ["Paris", "Oslo", "31.5", "alert"] { #expect(!page.contains(value), "\(value)") }
    #expect(page.contains("<caption>shapes</caption>"))
  }
}
