@testable import FormRules

/// Email addresses.
extension VectorTables {
  static let emails = [
    VectorTable(
      "email", floor: 96.9,
      disagreements: [
        Disagreement(
          "Blanks are allowed next to the @ (RFC 5322, 3.4.1)", source: "egulias/email-validator",
          inputs: ["username@ example.com"]),
        Disagreement(
          "An unquoted comma separates addresses",
          inputs: ["'Foo Bar, Esq'<foo@bar.com>"]),
        Disagreement(
          "Symbols outside ASCII are allowed in local parts (RFC 6532)",
          inputs: ["Some Name<emoji_in_address\u{1F348}@aftership.com>"]),
        Disagreement(
          "Quoted local parts require an ASCII host", source: "python-email-validator",
          inputs: ["jeff@\u{81FA}\u{7DB2}\u{4E2D}\u{5FC3}.tw"]),
        Disagreement(
          "`::` replaces at least two groups (RFC 5321, 4.1.3)", source: "isemail (original set)",
          inputs: [
            "first.last@[IPv6:a1:a2:a3:a4:b1:b2:b3::]",
            "first.last@[IPv6:::a2:a3:a4:b1:ffff:11.22.33.44]",
          ]),
        Disagreement("The library's test environment accepts the domain `test`") {
          $0.source == "python-email-validator" && $0.isValid && $0.input.hasSuffix("@test")
        },
        Disagreement("Control characters are not allowed in quotes (RFC 5321)") {
          $0.isValid && $0.input.hasPrefix("\"") && $0.input.contains { "\t\r".contains($0) }
        },
        Disagreement("Control characters are not letters", inputs: ["\u{85}@example.com"]),
        Disagreement("Top-level domains of one letter do not exist", inputs: ["a@a.a"]),
        Disagreement(
          "A line break alone is not folding white space", inputs: ["example@[\n]"]),
        Disagreement(
          "The character is a letter that IDNA allows", inputs: ["example@sym\u{192}ony.com"]),
        Disagreement(
          "Hyphens in the third and fourth position are a matter of the registries",
          inputs: ["me@yy--0.tld"]),
        Disagreement(
          "The profile `rfc5321` accepts addresses in brackets, and IPv6 addresses with a tag",
          source: "django",
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
          // Names reserved for special use.
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
        return .inapplicable("Rules of individual providers, and lists of forbidden characters")
      }
      if vector.flag("allow_ip_domain") == true {
        return .inapplicable("An address without brackets instead of a host")
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
