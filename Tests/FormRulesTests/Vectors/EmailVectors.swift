@testable import FormRules

/// Email addresses.
extension VectorTables {
  static let emails = [
    VectorTable(
      "email", floor: 97,
      disagreements: [
        Disagreement(
          "blanks may stand beside the @ (RFC 5322, 3.4.1)", source: "egulias/email-validator",
          inputs: ["username@ example.com"]),
        Disagreement(
          "a comma stands between addresses, unless it is quoted",
          inputs: ["'Foo Bar, Esq'<foo@bar.com>"]),
        Disagreement(
          "symbols beyond ASCII are taken in local parts (RFC 6532)",
          inputs: ["Some Name<emoji_in_address\u{1F348}@aftership.com>"]),
        Disagreement(
          "quoted local parts go with hosts of ASCII", source: "python-email-validator",
          inputs: ["jeff@\u{81FA}\u{7DB2}\u{4E2D}\u{5FC3}.tw"]),
        Disagreement("its test environment takes addresses at test") {
          $0.source == "python-email-validator" && $0.isValid && $0.input.hasSuffix("@test")
        },
        Disagreement("control characters do not stand in quotes (RFC 5321)") {
          $0.isValid && $0.input.hasPrefix("\"") && $0.input.contains { "\t\r".contains($0) }
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
      let isQuoted =
        vector.flag("allow_quoted_local") == true || vector.flag("allow_domain_literal") == true
      let hasUTF8 = vector.flag("allow_smtputf8") != false
      return .rule(
        .parameters([
          "profile": isQuoted ? "rfc5321" : hasUTF8 ? "utf8" : "idn",
          "displayName": vector.flag("allow_display_name") == true ? "optional" : nil,
          // Names that are reserved for special use.
          "notHosts": ["*.arpa", "*.invalid", "*.local", "*.onion", "*.test"],
        ]))
    case "symfony":
      switch vector.text("mode") {
      case "strict": return .rule("rfc5322")
      case "html5-allow-no-tld": return .rule("html")
      default: return .rule(trim: vector.text("normalizer") == "trim")
      }
    case "json-schema-test-suite":
      return .rule(vector.text("format") == "idn-email" ? "rfc5322" : "rfc5321")
    case "validator.js":
      if vector["blacklisted_chars"] != nil || vector["domain_specific_validation"] != nil {
        return .inapplicable("rules of single providers, and lists of characters")
      }
      if vector.flag("allow_ip_domain") == true {
        return .inapplicable("numbers in place of a host, without brackets")
      }
      return .rule(
        .parameters([
          "profile": vector.flag("allow_utf8_local_part") == false ? "idn" : "utf8",
          "quoted": "true",
          "displayName": vector.flag("require_display_name") == true
            ? "required" : vector.flag("allow_display_name") == true ? "optional" : nil,
          "hosts": vector.hosts("host_whitelist"), "notHosts": vector.hosts("host_blacklist"),
        ]))
    case "django", "python-validators": return .rule(["profile": "utf8", "quoted": "true"])
    case "django-forms":
      let length: DefinitionNode? = vector.integer("max_length").map { ["max": .text(String($0))] }
      return .rule(
        ["profile": "utf8", "quoted": "true"], trim: true,
        and: length.map { [("length", $0)] } ?? [])
    default: return .rule()
    }
  }
}
