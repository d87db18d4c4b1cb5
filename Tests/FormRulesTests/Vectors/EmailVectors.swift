@testable import FormRules

/// Email addresses.
extension VectorTables {
  static let emails = [
    VectorTable(
      "email", floor: 97,
      disagreements: [
        Disagreement("quoted local parts are taken by rfc5321 and rfc5322") {
          $0.isValid && $0.input.hasPrefix("\"")
        },
        Disagreement("control characters are no letters", inputs: ["\u{85}@example.com"]),
        Disagreement("a domain of one letter does not exist", inputs: ["a@a.a"]),
        Disagreement(
          "a line break alone is no folding white space", inputs: ["example@[\n]"]),
        Disagreement(
          "the letter is a letter, and IDNA takes it", inputs: ["example@sym\u{192}ony.com"]),
        Disagreement(
          "hyphens at the third and fourth place are left to registries",
          inputs: ["me@yy--0.tld"]),
        Disagreement(
          "addresses in brackets are taken by rfc5321, and IPv6 ones with a tag", source: "django",
          inputs: ["email@[2001:dB8::1]", "email@[2001:dB8:0:0:0:0:0:1]"]),
      ], reading: email)
  ]

  private static func email(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "isemail", "isemail (original set)": return .rule("rfc5321")
    case "egulias/email-validator": return .rule("rfc5322")
    case "python-email-validator":
      if vector.flag("allow_display_name") == true { return names }
      if vector.flag("allow_quoted_local") == true || vector.flag("allow_domain_literal") == true {
        return .rule("rfc5321")
      }
      let reserved = [".arpa", ".invalid", ".local", ".onion", ".test", "@test"]
      if reserved.contains(where: vector.input.hasSuffix) {
        return .inapplicable("a list of names that are reserved for special use")
      }
      return .rule("utf8")
    case "symfony":
      switch vector.text("mode") {
      case "strict": return .rule("rfc5322")
      case "html5-allow-no-tld": return .rule("html")
      default: return .rule(trim: vector.text("normalizer") == "trim")
      }
    case "json-schema-test-suite":
      return .rule(vector.text("format") == "idn-email" ? "rfc5322" : "rfc5321")
    case "validator.js":
      if vector["allow_display_name"] != nil || vector["require_display_name"] != nil {
        return names
      }
      if ["host_blacklist", "host_whitelist", "blacklisted_chars", "domain_specific_validation"]
        .contains(where: { vector[$0] != nil })
      {
        return .inapplicable("lists of hosts, and rules of single providers")
      }
      if vector.flag("allow_ip_domain") == true {
        return .inapplicable("numbers in place of a host, without brackets")
      }
      if vector.flag("allow_utf8_local_part") == false, vector.input.contains("m\u{7AEF}ller") {
        return .inapplicable("a local part of ASCII alone at a host beyond it")
      }
      return .rule(vector.flag("allow_utf8_local_part") == false ? "standard" : "utf8")
    case "django", "python-validators": return .rule("utf8")
    case "django-forms":
      let length: DefinitionNode? = vector.integer("max_length").map { ["max": .text(String($0))] }
      return .rule("utf8", trim: true, and: length.map { [("length", $0)] } ?? [])
    default: return .rule()
    }
  }

  private static let names = VectorReading.inapplicable(
    "names before addresses, as in Ana <ana@example.com>")
}
