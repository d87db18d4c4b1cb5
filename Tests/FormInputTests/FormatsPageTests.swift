import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// `docs/formats.md` names what can be read.
@Suite struct FormatsPageTests {
  private static let page =
    (try? String(
      contentsOf: Repository.root.appendingPathComponent("docs/formats.md"), encoding: .utf8)) ?? ""

  @Test(arguments: RecordFormat.allCases)
  func formatsAreDocumented(_ format: RecordFormat) {
    #expect(Self.page.lowercased().contains(format.rawValue))
  }

  @Test(arguments: CompressionFormat.allCases)
  func compressionsAreDocumented(_ format: CompressionFormat) {
    #expect(Self.page.lowercased().contains("\(format)"))
  }

  @Test(arguments: TextEncoding.allCases)
  func encodingsAreDocumented(_ encoding: TextEncoding) {
    #expect(Self.page.lowercased().contains("`\(encoding.rawValue)`"))
  }
}
