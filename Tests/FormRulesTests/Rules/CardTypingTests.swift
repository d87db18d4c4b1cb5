import FormTestSupport
import Testing

@testable import FormRules

/// The possible types of a card while its number is typed.
@Suite struct CardTypingTests {
  @Test(.enabled(if: Repository.hasShared, "third-party data in ../shared is absent"))
  func cardTypesMatchOtherPrograms() throws {
    let report = try CardBrandReport()
    print("card brands: \(report.agreed) of \(report.vectors)")
    for difference in report.unexplained { Issue.record("\(difference)") }
    #expect(report.agreed >= 92)
  }

  @Test(
    arguments: [
      ("4175", [.visaElectron, .visa]), ("417500", [.visaElectron]),
      ("41750", [.visaElectron, .visa]),
      ("52757", [.mastercard, .naranja]), ("527571", [.naranja]), ("0", []), ("4x", []),
      ("22 04", [.mir]), ("62", [.unionPay, .elo]), ("65003", [.discover, .elo]),
      // Every number with this prefix belongs to another scheme.
      ("509", [.elo]), ("6500", [.discover, .elo, .verve]),
      // No Mastercard has seventeen digits.
      ("51051051051051000", []), ("5105105105105100", [.mastercard]),
    ] as [(String, [PaymentCardType])])
  func possibleTypesHaveANumberWithThePrefix(_ typed: String, _ types: [PaymentCardType]) {
    #expect(PaymentCardType.possible(for: typed) == types)
  }

  @Test func completeNumbersHaveATypeInEachTable() throws {
    #expect(PaymentCardType(cardNumber: "4111 1111 1111 1111") == .visa)
    #expect(PaymentCardType(cardNumber: "411111111111") == nil)
    let table = try #require(PaymentCardTable(preset: "val.paymentCard"))
    #expect(table.type(ofNumber: "411111111111") == .visa)
    #expect(PaymentCardTable(preset: "atg.email") == nil)
    #expect(PaymentCardTable(preset: "none") == nil)
  }

  @Test(
    arguments: [
      ([], "'paymentCard': ranges must be a list"), (["x"], "'paymentCard': an item of ranges"),
      ([["type": "visa", "prefixes": "4"]], "'paymentCard': ranges require a type"),
      (
        [["type": "visa", "prefixes": "4-x", "lengths": 16]], "'paymentCard': ranges require a type"
      ),
      (
        [["type": "visa", "prefixes": "5-4", "lengths": 16]], "'paymentCard': ranges require a type"
      ),
      ([["type": "vizza", "prefixes": "4", "lengths": 16]], "unknown payment card type 'vizza'"),
      ([["type": "visa", "prefix": "4"]], "unknown key of ranges: 'prefix'"),
      (
        [["type": "visa", "prefixes": "4", "lengths": "0-99"]], "'paymentCard': lengths are 1 to 24"
      ),
      ([["type": "visa", "prefixes": "123456789", "lengths": 16]], "'paymentCard': prefixes have"),
    ] as [(DefinitionNode, String)])
  func errorsOfTablesSayWhatIsWrong(_ ranges: DefinitionNode, _ message: String) {
    let error = bindingError(
      PaymentCardRule.self, ["ranges": ranges],
      of: Form(name: "f", fields: [Field(name: "value", type: .text)]))
    #expect(error?.hasPrefix(message) == true, "\(error ?? "")")
  }
}
