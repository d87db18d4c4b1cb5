import FormRules
import Testing

/// The enums of the factories say what the rules take, no less and no more.
@Suite struct ChoiceTests {
  /// A rule, one of its parameters, and the words that the factory's enum has.
  struct Choice: Sendable, CustomTestStringConvertible {
    let rule, parameter: String
    let words: [String]

    init<Words: CaseIterable & RawRepresentable<String>>(
      _ rule: String, _ parameter: String, _ words: Words.Type
    ) {
      self.rule = rule
      self.parameter = parameter
      self.words = Words.allCases.map(\.rawValue)
    }

    var testDescription: String { "\(rule).\(parameter)" }
  }

  static let choices: [Choice] = [
    .init("base32", "alphabet", RuleEntry.Base32Alphabet.self),
    .init("base32", "padding", RuleEntry.Presence.self),
    .init("base64", "padding", RuleEntry.Presence.self),
    .init("bic", "branch", RuleEntry.Presence.self),
    .init("characters", "mode", RuleEntry.CharactersMode.self),
    .init("cidr", "version", RuleEntry.IPVersion.self),
    .init("color", "forms", RuleEntry.ColorForm.self),
    .init("color", "profile", RuleEntry.ColorProfile.self),
    .init("countryCode", "form", RuleEntry.CountryForm.self),
    .init("currencyCode", "form", RuleEntry.CurrencyForm.self),
    .init("date", "profile", RuleEntry.DateProfile.self),
    .init("dateTime", "profile", RuleEntry.DateTimeProfile.self),
    .init("dateTime", "separator", RuleEntry.DateTimeSeparator.self),
    .init("dateTime", "zone", RuleEntry.Presence.self),
    .init("decimal", "sign", RuleEntry.Sign.self),
    .init("duration", "profile", RuleEntry.DurationProfile.self),
    .init("email", "profile", RuleEntry.EmailProfile.self),
    .init("email", "displayName", RuleEntry.Presence.self),
    .init("emoji", "profile", RuleEntry.EmojiProfile.self),
    .init("false", "coerce", RuleEntry.Coercion.self),
    .init("geoCoordinate", "axis", RuleEntry.Axis.self),
    .init("geoCoordinate", "profile", RuleEntry.Strictness.self),
    .init("hex", "prefix", RuleEntry.Presence.self),
    .init("hexColor", "hash", RuleEntry.Presence.self),
    .init("image", "encoding", RuleEntry.FileEncoding.self),
    .init("integer", "sign", RuleEntry.Sign.self),
    .init("ip", "profile", RuleEntry.Strictness.self),
    .init("ip", "version", RuleEntry.IPVersion.self),
    .init("isbn", "version", RuleEntry.ISBNVersion.self),
    .init("issn", "hyphen", RuleEntry.Presence.self),
    .init("json", "kinds", RuleEntry.JSONKind.self),
    .init("languageCode", "form", RuleEntry.LanguageForm.self),
    .init("latLong", "form", RuleEntry.LatLongForm.self),
    .init("latLong", "order", RuleEntry.LatLongOrder.self),
    .init("length", "unit", RuleEntry.LengthUnit.self),
    .init("luhn", "from", RuleEntry.LuhnEnd.self),
    .init("mac", "administration", RuleEntry.Administration.self),
    .init("mac", "broadcast", RuleEntry.Broadcast.self),
    .init("mac", "cast", RuleEntry.Cast.self),
    .init("mac", "eui", RuleEntry.EUI.self),
    .init("media", "encoding", RuleEntry.FileEncoding.self),
    .init("media", "kinds", RuleEntry.MediaKind.self),
    .init("mime", "charset", RuleEntry.MimeCharset.self),
    .init("number", "sign", RuleEntry.Sign.self),
    .init("passwordStrength", "min", RuleEntry.PasswordStrength.self),
    .init("pattern", "mode", RuleEntry.PatternMode.self),
    .init("paymentCard", "strip", RuleEntry.CardStrip.self),
    .init("phone", "format", RuleEntry.PhoneFormat.self),
    .init("phone", "profile", RuleEntry.PhoneProfile.self),
    .init("phone", "type", RuleEntry.PhoneType.self),
    .init("price", "negative", RuleEntry.NegativePrice.self),
    .init("price", "symbolAt", RuleEntry.SymbolPlace.self),
    .init("slug", "profile", RuleEntry.Strictness.self),
    .init("time", "profile", RuleEntry.TimeProfile.self),
    .init("time", "seconds", RuleEntry.Presence.self),
    .init("time", "zone", RuleEntry.Presence.self),
    .init("trimmed", "at", RuleEntry.TrimmedEnd.self),
    .init("true", "coerce", RuleEntry.Coercion.self),
    .init("unique", "normalize", RuleEntry.Normalization.self),
    .init("url", "port", RuleEntry.Presence.self),
    .init("url", "profile", RuleEntry.URLProfile.self),
    .init("uuid", "forms", RuleEntry.UUIDForm.self),
    .init("uuid", "profile", RuleEntry.Strictness.self),
    .init("vat", "prefix", RuleEntry.Presence.self),
  ]

  /// What the rule says when it is given a word that nobody knows.
  private func complaint(_ choice: Choice) throws -> String {
    let needed: [DefinitionNode.Entry] =
      switch choice.rule {
      case "pattern": [.init("pattern", "a")]
      case "characters": [.init("set", "digit")]
      case "price": choice.parameter == "symbolAt" ? [.init("symbols", "$")] : []
      case "length": [.init("min", "1")]
      default: []
      }
    let node = DefinitionNode(.mapping(needed + [.init(choice.parameter, "zzzzzzzz")]))
    let types = try #require(RuleRegistry.rule(named: choice.rule)).documentation.types
    let type: FieldType = types.isEmpty || types.contains("text") ? .text : .boolean()
    do {
      _ = try Validator(as: type, RuleEntry(choice.rule, node))
      return ""
    } catch {
      return error.description
    }
  }

  @Test(arguments: choices) func theEnumHasTheRulesWords(_ choice: Choice) throws {
    let complaint = try complaint(choice)
    let known = try #require(complaint.firstMatch(of: /known: (.*)$/), "\(complaint)")
    #expect(known.1.split(separator: ", ").map(String.init).sorted() == choice.words.sorted())
  }

  @Test(arguments: RuleEntry.HashAlgorithm.allCases)
  func everyHashAlgorithmIsKnown(_ algorithm: RuleEntry.HashAlgorithm) throws {
    _ = try Validator(.hash(algorithm))
  }

  @Test(arguments: PaymentCardType.allCases)
  func everyCardTypeIsKnown(_ type: PaymentCardType) throws {
    _ = try Validator(.paymentCard(types: [type]))
  }

  @Test(arguments: [
    RuleEntry.Characters.digit, .letter, .upper, .lower, .alphanumeric, .space, .symbol,
    .punctuation, .control, .ascii, "-",
  ])
  func everySetOfCharactersIsKnown(_ set: RuleEntry.Characters) throws {
    _ = try Validator(.characters(set))
  }
}
