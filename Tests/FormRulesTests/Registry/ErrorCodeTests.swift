import FormModels
import FormTestSupport
import Foundation
import Testing

@Suite struct ErrorCodeTests {
  /// The constants of `ErrorCode`.
  @Test func errorCodesMatchTheRules() throws {
    let codes =
      RuleRegistry.all.flatMap { $0.documentation.codes } + MessageCodes.ofForms
    let constants = Set(codes.map(\.code)).sorted().map { code in
      let words = code.split(separator: ".")
      let name =
        words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      return """
          /// `\(code)`
          public static let \(name) = "\(code)"

        """
    }
    let text = """
      /// The codes of `ValidationError`s, for comparison with `ValidationError.code` and for
      /// `RuleEntry.code`.
      public enum ErrorCode {
      \(constants.joined())}

      """
    #expect(
      try GeneratedSource("FormRules", "ErrorCode", by: Self.self).difference(of: text) == nil)
  }
}
