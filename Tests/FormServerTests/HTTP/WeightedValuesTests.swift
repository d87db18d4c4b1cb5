#if Server
import Testing

@testable import FormServer

@Suite struct WeightedValuesTests {
  private static let mediaTypes = ["application/json", "text/csv", "text/html"]

  @Test(
    arguments: [
      (nil, "application/json"),
      ("", "application/json"),
      ("*/*", "application/json"),
      ("text/csv", "text/csv"),
      ("TEXT/CSV", "text/csv"),
      ("text/*", "text/csv"),
      ("text/csv, application/json", "text/csv"),
      ("text/csv;q=0.5, application/json", "application/json"),
      ("application/json;q=0.5, */*;q=0.9", "text/csv"),
      ("application/json; q=0, */*", "text/csv"),
      ("text/csv;q=0, text/*, application/json;q=0", "text/html"),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
      ("application/json;odata.metadata=none;q=0.1, text/html;Q=0.2", "text/html"),
      ("text/csv;q=high, application/json;q=0.1", "application/json"),
      ("text/csv;q=2, application/json;q=0.1", "application/json"),
      ("image/png", nil),
      ("*/*;q=0", nil),
      ("text/csv;q=0", nil),
    ] as [(String?, String?)])
  func mediaTypeIsNegotiated(header: String?, expected: String?) {
    #expect(WeightedValues(header).mediaType(among: Self.mediaTypes) == expected)
  }

  @Test func valuesAreSortedByWeight() {
    let values = WeightedValues("de;q=0.5, fr-CA, en;q=0, es;q=0.5, *;q=0.1")
    #expect(values.preferred == ["fr-CA", "de", "es", "*"])
  }

  @Test func numberOfItemsIsLimited() {
    let header = (1...1000).map { "a\($0)" }.joined(separator: ",")
    #expect(WeightedValues(header).preferred.count == 50)
  }
}
#endif
