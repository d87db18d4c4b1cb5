import Testing

@testable import FormRules

/// Errors in the parameters of rules for formats are reported when the rule is bound.
@Suite struct RuleFormatBindingTests {
  private static let form = Form(
    name: "f", fields: [Field(name: "text", type: .text), Field(name: "day", type: .date())])

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: any Rule.Type
    let parameters: DefinitionNode?
    let message: String
    var testDescription: String { message }

    init(_ rule: any Rule.Type, _ parameters: DefinitionNode?, _ message: String) {
      self.rule = rule
      self.parameters = parameters
      self.message = message
    }
  }

  @Test(arguments: [
    Case(URLRule.self, [], "'url': requires a scheme"),
    Case(URLRule.self, "http://", "'url': 'http://' is not a scheme"),
    Case(URLRule.self, ["hosts": "a b"], "'url': hosts: 'a b' is not a host"),
    Case(
      URLRule.self, ["profile": "browser", "port": "none"],
      "'url': port requires the profile standard"),
    Case(IPRule.self, "5", "unknown version of 'ip': '5'"),
    Case(IPRule.self, ["version": "4", "zone": "true"], "'ip': zone is for version 6"),
    Case(IPRule.self, ["networks": "10.0.0.0"], "'ip': networks: '10.0.0.0' is neither a network"),
    Case(CIDRRule.self, ["version": "4", "maxPrefix": 33], "'cidr': maxPrefix must be 0 to 32"),
    Case(
      CIDRRule.self, ["minPrefix": 9, "maxPrefix": 8], "'cidr': minPrefix 9 is above maxPrefix 8"),
    Case(
      HostnameRule.self, ["numeric": "true", "topLevel": "true"],
      "'hostname': numeric and topLevel exclude each other"),
    Case(DomainRule.self, [".com"], "'domain': topLevels: '.com' is not a top-level domain"),
    Case(MACRule.self, ["separators": "_"], "'mac': '_' is not a separator"),
    Case(UUIDRule.self, "9", "'uuid': versions are 1 to 8, nil and max, not '9'"),
    Case(
      UUIDRule.self, ["profile": "loose", "versions": "4"],
      "'uuid': versions go with the profile standard"),
    Case(UUIDRule.self, ["forms": []], "'uuid': forms must not be empty"),
    Case(IBANRule.self, "XX", "unknown country of IBANs 'XX'"),
    Case(BICRule.self, "XX", "'bic': 'XX' is not a country of ISO 3166"),
    Case(VATRule.self, "US", "unknown country of VAT numbers 'US'"),
    Case(EANRule.self, ["9"], "'ean': lengths are 8, 12, 13 and 14, not '9'"),
    Case(HashRule.self, nil, "'hash': requires an algorithm"),
    Case(HashRule.self, "sha265", "unknown algorithm 'sha265'; did you mean 'sha256'?"),
    Case(
      Base32Rule.self, ["alphabet": "crockford", "padding": "none"],
      "'base32': crockford has no padding"),
    Case(StartsWithRule.self, nil, "'startsWith': requires values"),
    Case(EndsWithRule.self, [""], "'endsWith': a value must not be empty"),
    Case(PriceRule.self, ["decimals": 39], "'price': decimals must be 0 to 38, not '39'"),
    Case(PriceRule.self, ["separators": "::"], "'price': separators: '::' must be one ASCII"),
    Case(
      PriceRule.self, ["group": ".", "separators": "."],
      "'price': the group separator is a decimal separator too"),
    Case(PriceRule.self, ["space": "true"], "'price': space goes with symbols"),
    Case(
      PriceRule.self, ["decimals": 0, "decimalsRequired": "true"],
      "'price': there are none to require"),
    Case(
      GeoCoordinateRule.self, ["minDecimals": 2, "maxDecimals": 1],
      "'geoCoordinate': minDecimals 2 is above maxDecimals 1"),
    Case(PortRule.self, ["min": 2, "max": 1], "'port': min 2 is above max 1"),
    Case(ColorRule.self, "cmyk", "unknown forms of 'color': 'cmyk'"),
    Case(JSONRule.self, "list", "unknown kinds of 'json': 'list'"),
    Case(MIMERule.self, [], "'mime': requires a type"),
  ])
  func errorsSayWhatIsWrong(_ test: Case) {
    let error = bindingError(test.rule, test.parameters, on: "text", of: Self.form)
    #expect(error?.hasPrefix(test.message) == true, "\(error ?? "bound")")
  }

  /// Rules for texts are rejected on fields of dates.
  @Test(
    arguments: [
      URLRule.self, IPRule.self, UUIDRule.self, ISBNRule.self, LuhnRule.self, PortRule.self,
    ] as [any Rule.Type])
  func typesThatDoNotFitAreRefused(_ rule: any Rule.Type) {
    let error = bindingError(rule, nil, on: "day", of: Self.form)
    #expect(error?.hasPrefix("'\(rule.name)': applies to fields of type text") == true)
  }
}
