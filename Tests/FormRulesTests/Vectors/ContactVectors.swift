@testable import FormRules

/// Phone numbers, postcodes and payment cards.
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
        "UnionPay numbers also have a check digit", source: "braintree/card-validator",
        inputs: ["6221558812340000"]),
    ]
  ) { vector in
    let brands = vector.texts("brands") ?? vector.text("brand").map { [$0] }
    let types = brands?.compactMap { cardTypes[$0] }
    if let types, types.count != brands?.count {
      return .inapplicable("A brand that is no longer issued (Laser)")
    }
    return .rule(
      .parameters([
        "types": types.map(DefinitionNode.list),
        // CardScheme judges only prefix and length.
        "luhn": vector.fn == "CardScheme" ? .flag(false) : nil,
      ]))
  }

  private static let phone = VectorTable(
    "phone", floor: 97,
    disagreements: [
      Disagreement(
        "The trunk prefix 0 is not dialled after the country calling code",
        inputs: ["+820112345678", "+82 016 1234 5678", "+82 010 12345678"]),
      Disagreement(
        "The numbering plan contains no such number",
        inputs: ["0038760123456", "00387641234567", "00436123456789", "06434908989562345"]),
      Disagreement("Numbers of fixed lines are also phone numbers", inputs: ["66338855"]),
    ]
  ) { vector in
    // According to the notes to these vectors, only those are reliable on which the projects agree.
    if vector.isDisputedByLibphonenumber {
      return .inapplicable("The library's pattern contradicts libphonenumber's numbering plan")
    }
    if vector.source == "validator.js" {
      guard let locales = vector.texts("locale") ?? vector.text("locale").map({ [$0] }) else {
        return .inapplicable("no locale")
      }
      // Its isMobilePhone accepts fixed lines in many countries, so the type is not compared.
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
        "Codes of the country begin with other digits",
        inputs: ["022 93", "0294-348", "091209", "917 01"]),
      Disagreement(
        "The library uses a list of individual postcodes, which changes monthly",
        inputs: ["12345", "1113"]),
      Disagreement("Codes of Nepal have five digits", inputs: ["977", "97765"]),
      Disagreement(
        "Some countries use this format, such as Bermuda and Iran", inputs: ["asdf", "4294924224"]),
      Disagreement(
        "The country has, or recently had, codes of this length",
        inputs: [
          "548940", "375010", "154600", "83000", "59999", "39049", "72000", "23000", "22710",
          "23999", "98814", "111221", "663400",
        ]),
      Disagreement("Ecuador's former codes began with any letter", inputs: ["A1234B"]),
      Disagreement("A field with `trim` removes blanks at both ends", inputs: [" 7530"]),
      Disagreement(
        "Britain has no such postcode area",
        inputs: ["AA9A 9AA", "AA9A9AA", "AA999AA", "A9A 9AA", "A9A9AA", "MA1 1AA"]),
      Disagreement("W1N was abolished in 2000", inputs: ["W1N 4DJ"]),
      Disagreement("A postcode may contain at most one blank", inputs: ["1234   AB "]),
    ]
  ) { vector in
    guard let country = vector.text("country") else { return .inapplicable("no country") }
    if country == "YE" || country == "ZW" {
      return .inapplicable("A country without postcodes is refused when the rule is bound")
    }
    if vector.flag("formatted") == true {
      return .inapplicable("`formatted: true` requires the blank between the parts")
    }
    // The fields of django-localflavor trim blanks.
    return .rule(
      .parameters(["country": .text(country)]), trim: vector.source == "django-localflavor")
  }
}
