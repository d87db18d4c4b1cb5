@testable import FormRules

/// Numbers and codes that reach people: phones, postcodes, payment cards.
extension VectorTables {
  static let contacts = [paymentCard, phone, postcode]

  private static let cardTypes = [
    "visa": "visa", "mastercard": "mastercard", "amex": "amex", "diners": "dinersClub",
    "discover": "discover", "jcb": "jcb", "unionpay": "unionPay", "maestro": "maestro",
    "mir": "mir", "uatp": "uatp", "instapayment": "instaPayment", "rupay": "rupay",
  ]

  private static let paymentCard = VectorTable(
    "paymentCard", files: ["card"], floor: 97,
    disagreements: [
      Disagreement(
        "UnionPay numbers begin with 62 or 81 and have 16 to 19 digits",
        inputs: [
          "6765780016990268", "62123456789002",
        ]),
      Disagreement(
        "UnionPay numbers have a check digit too", source: "braintree/card-validator",
        inputs: ["6221558812340000"]),
    ]
  ) { vector in
    let brands = vector.texts("brands") ?? vector.text("brand").map { [$0] }
    let types = brands?.compactMap { cardTypes[$0] }
    if let types, types.count != brands?.count {
      return .inapplicable("a brand that is issued no more (laser)")
    }
    return .rule(
      .parameters([
        "types": types.map(DefinitionNode.list),
        // CardScheme judges prefix and length alone.
        "luhn": vector.fn == "CardScheme" ? .flag(false) : nil,
      ]))
  }

  private static let phone = VectorTable(
    "phone", floor: 97,
    disagreements: [
      Disagreement(
        "the zero that is dialled within a country does not stand behind its calling code",
        inputs: ["+820112345678", "+82 016 1234 5678", "+82 010 12345678"]),
      Disagreement(
        "the numbering plan has no such number",
        inputs: ["0038760123456", "00387641234567", "00436123456789", "06434908989562345"]),
      Disagreement("numbers of fixed lines are phone numbers too", inputs: ["66338855"]),
    ]
  ) { vector in
    // The notes to these vectors call only those safe on which the projects agree.
    if vector.isDisputedByLibphonenumber {
      return .inapplicable("the project's own pattern contradicts libphonenumber's numbering plan")
    }
    if vector.source == "validator.js" {
      guard let locales = vector.texts("locale") ?? vector.text("locale").map({ [$0] }) else {
        return .inapplicable("no locale")
      }
      // Its isMobilePhone takes fixed lines in many countries, so the type is not asked.
      let countries = locales == ["any"] ? ["any"] : locales.map { String($0.suffix(2)) }
      return .rule(
        .parameters([
          "country": .list(countries),
          "format": vector.flag("strictMode") == true ? "international" : "any",
        ]))
    }
    if let region = vector.text("region") ?? vector.text("country") {
      return .rule(.parameters(["country": .text(region)]))
    }
    return .rule()
  }

  private static let postcode = VectorTable(
    "postcode", floor: 97,
    disagreements: [
      Disagreement(
        "the country has other first digits",
        inputs: ["022 93", "0294-348", "091209", "917 01"]),
      Disagreement(
        "a list of single postcodes, which changes from month to month", inputs: ["12345", "1113"]),
      Disagreement("Nepal has codes of five digits", inputs: ["977", "97765"]),
      Disagreement("written so somewhere: Bermuda, Iran", inputs: ["asdf", "4294924224"]),
      Disagreement(
        "the country has, or had until lately, codes of this length too",
        inputs: [
          "548940", "375010", "154600", "83000", "59999", "39049", "72000", "23000", "22710",
          "23999", "98814", "111221", "663400",
        ]),
      Disagreement("Ecuador's old codes began with any letter", inputs: ["A1234B"]),
      Disagreement("a field that trims takes blanks away at both ends", inputs: [" 7530"]),
      Disagreement(
        "Britain has no such area",
        inputs: ["AA9A 9AA", "AA9A9AA", "AA999AA", "A9A 9AA", "A9A9AA", "MA1 1AA"]),
      Disagreement("W1N was given up in 2000", inputs: ["W1N 4DJ"]),
      Disagreement("one blank at most may stand in a postcode", inputs: ["1234   AB "]),
    ]
  ) { vector in
    guard let country = vector.text("country") else { return .inapplicable("no country") }
    if country == "YE" || country == "ZW" {
      return .inapplicable("a country without postcodes, which the rule refuses when it is bound")
    }
    if vector.flag("formatted") == true {
      return .inapplicable("formatted: true makes the blank between the parts necessary")
    }
    // The fields of django-localflavor take blanks away at both ends.
    return .rule(
      .parameters(["country": .text(country)]), trim: vector.source == "django-localflavor")
  }
}
