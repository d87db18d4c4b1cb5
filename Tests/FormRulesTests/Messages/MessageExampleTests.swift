import FormTestSupport
import Testing

@testable import FormRules

/// A rule accepts the example in its message for all parameters.
@Suite struct MessageExampleTests {
  /// Rules whose messages show an example.
  private static let rules = RuleRegistry.all.filter { rule in
    rule.documentation.codes.contains { $0.message.contains("{example}") }
  }

  /// Combinations that the documented examples lack.
  private static let more: [String: [DefinitionNode]] = [
    "price": [
      ["separators": [","]], ["decimals": ["0"]], ["decimals": ["3"], "decimalsRequired": "true"],
      ["symbols": ["€"], "symbolRequired": "true", "symbolAt": "after", "space": "true"],
      ["symbols": ["$"], "symbolRequired": "true", "separators": [","]],
    ],
    "mac": [
      ["eui": "64"], ["eui": "64", "separators": ["."]], ["separators": ["none"]],
      ["separators": [" "], "cast": "multicast"], ["administration": "local"],
      ["broadcast": "only"], ["cast": "multicast", "administration": "local"],
      ["eui": "64", "broadcast": "only"],
    ],
    "isbn": [["version": "10"], ["version": "13"], ["version": "10", "checksum": "false"]],
    "hexColor": [["hash": "none"], ["hash": "required"], ["alpha": "true", "short": "false"]],
    "iban": [
      ["countries": ["FR"]], ["countries": ["NO", "MT"], "spaces": "false"],
      ["notCountries": ["GB", "DE"]], ["countries": ["SC"], "lowerCase": "false"],
    ],
    "bic": [
      ["countries": ["FR"]], ["branch": "required"], ["branch": "none", "countries": ["PL"]],
    ],
    "email": [
      ["displayName": "required"], ["hosts": ["example.org"]], ["hosts": ["*.test.example"]],
      ["profile": "rfc5322", "hosts": ["a.example"], "displayName": "required"],
    ],
    "url": [
      ["schemes": ["ftp"]], ["schemes": ["mailto"]], ["port": "required"],
      ["hosts": ["*.example.net"]], ["schemes": ["any"], "profile": "browser"],
      ["notHosts": ["www.example.com"]], ["schemes": ["wss"], "port": "required"],
    ],
    "ip": [
      ["version": "6"], ["version": "4", "networks": ["10.0.0.0/8"]],
      ["networks": ["fd00::/8"]], ["notNetworks": ["192.0.2.0/24"]],
    ],
    "cidr": [
      ["version": "6"], ["minPrefix": "30"], ["maxPrefix": "8", "hostBits": "false"],
      ["version": "6", "minPrefix": "64", "hostBits": "false"],
    ],
    "mime": [
      ["types": ["image"]], ["types": ["model"]], ["types": ["text"], "parameters": "false"],
    ],
    "domain": [["topLevels": ["de"]], ["notTopLevels": ["com"]]],
    "uuid": [
      ["versions": ["7"]], ["versions": ["nil"]], ["forms": ["plain"]],
      ["forms": ["urn", "braced"]],
    ],
    "geoCoordinate": [["minDecimals": "6"], ["maxDecimals": "0"], ["axis": "latitude"]],
    "latLong": [["form": "sexagesimal"], ["order": "longLat"], ["parentheses": "false"]],
    "issn": [["hyphen": "required"], ["hyphen": "none"]],
    "color": [
      ["forms": ["named"]], ["forms": ["rgb"], "spaces": "false"], ["forms": ["system"]],
      ["forms": ["hsla"], "profile": "css3"], ["forms": ["keyword"]],
    ],
    "time": [["clock": "12"], ["clock": "12", "seconds": "required"], ["seconds": "none"]],
    "countryCode": [["form": "numeric"], ["form": "alpha3"]], "currencyCode": [["form": "numeric"]],
    "languageCode": [["form": "alpha3"]], "hostname": [["topLevel": "true", "port": "true"]],
  ]

  @Test(arguments: rules.map { $0.name })
  func theRuleAcceptsItsExample(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    let documented = rule.documentation.examples.filter { $0.form.fields[0].type == .text }
      .map(\.parameters)
    // Each value of each enumerated parameter.
    let single = rule.documentation.parameters.flatMap { parameter in
      parameter.type.words.map { DefinitionNode.parameters([parameter.name: .text($0)]) }
    }
    let form = Form(name: "f", fields: [Field(name: "value", type: .text)])
    var shown = 0
    for parameters in documented + single + (Self.more[name] ?? []) {
      guard let bound = try? bind(rule, parameters, of: form),
        let argument = bound.messageArguments.first(where: { $0.name == "example" })
      else { continue }
      let texts: [String] =
        if case .alternatives(let texts) = argument.content { texts } else { [argument.value] }
      for text in texts {
        #expect(
          code(bound, of: form, ["value": text]) == nil,
          "\(name) \(String(describing: parameters)): \(text)")
      }
      shown += texts.count
    }
    #expect(shown > 0)
    // These have an example with all parameters.
    for parameters in Self.more[name] ?? [] {
      let bound = try bind(rule, parameters, of: form)
      #expect(
        bound.messageArguments.contains { $0.name == "example" }, "\(name) \(parameters)")
    }
  }

  /// No message contains a fixed example, because the accepted values depend on the parameters.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func translationsHaveNoExamples(_ language: String) throws {
    let localization = Localization(language)
    var checked = 0
    for rule in Self.rules {
      let form = Form(name: "f", fields: [Field(name: "value", type: .text)])
      guard let bound = try? bind(rule, nil, of: form) else { continue }
      for code in rule.documentation.codes where code.message.contains("{example}") {
        let template = MessageTemplate(lenient: localization.message(of: code))
        let text = template.text([MessageArgument("label", "X")], in: localization, orElse: "")
        for sample in bound.samples.joined() {
          checked += 1
          #expect(!text.contains(sample), "\(language) \(code.code)")
        }
        #expect(template.names.contains("example"), "\(language) \(code.code)")
      }
    }
    #expect(checked > 50)
  }
}
