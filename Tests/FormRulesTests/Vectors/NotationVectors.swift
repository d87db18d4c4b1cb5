@testable import FormRules

/// Encodings, colours and other notations.
extension VectorTables {
  static let notations: [VectorTable] = [
    VectorTable("ascii", floor: 99) { _ in .rule() },
    VectorTable("base32", floor: 97) { vector in
      .rule(.parameters(["alphabet": vector.flag("crockford") == true ? "crockford" : nil]))
    },
    VectorTable("base64", floor: 95, disagreements: base64Disagreements, reading: base64),
    VectorTable(
      "color", files: ["css_color", "rgb_color", "hsl_color"], floor: 97, reading: color),
    VectorTable("endsWith", files: ["ends_with"], floor: 99, reading: affix),
    VectorTable("hash", files: ["hash", "md5"], floor: 99) { vector in
      .rule(["algorithm": .text(vector.text("algorithm") ?? "md5")])
    },
    VectorTable("hex", files: ["hexadecimal"], floor: 95) {
      vector in
      if vector["also"] != nil { return .inapplicable("The library also accepts other characters") }
      return .rule(.parameters(["prefix": vector.source == "validator.js" ? "optional" : nil]))
    },
    VectorTable("hexColor", files: ["hex_color"], floor: 97, reading: hexColor),
    VectorTable("json", floor: 97, disagreements: jsonDisagreements, reading: json),
    VectorTable("jwt", floor: 99) { _ in .rule() },
    VectorTable(
      "latLong", files: ["latlong", "geopoint"], floor: 97,
      reading: latLong),
    VectorTable("lowercase", floor: 97) { _ in .rule() },
    // It accepts the comments of mail, and a charset only for text and multipart.
    VectorTable("mime", floor: 97) { _ in .rule(["comments": "true", "charset": "text"]) },
    VectorTable("port", floor: 99) { _ in .rule() },
    VectorTable(
      "price", files: ["currency_amount"], floor: 97, disagreements: priceDisagreements,
      reading: price),
    VectorTable("semver", floor: 96, disagreements: semverDisagreements) { _ in .rule() },
    VectorTable("slug", floor: 95, reading: slug),
    VectorTable("startsWith", files: ["starts_with"], floor: 99, reading: affix),
    VectorTable("trimmed", floor: 85, disagreements: trimmedDisagreements) { _ in .rule() },
    VectorTable("uppercase", floor: 97) { _ in .rule() },
  ]

  private static func hexColor(_ vector: Vector) -> VectorReading {
    if vector.source == "respect/validation" { return .rule() }
    let hash: DefinitionNode? = vector.flag("require_hashtag") == true ? "required" : nil
    return .rule(.parameters(["hash": hash, "alpha": "true"]))
  }

  private static func base64(_ vector: Vector) -> VectorReading {
    guard vector.source == "validator.js" else {
      return .rule(
        .parameters(["lineBreaks": vector.source == "respect/validation" ? "true" : nil]))
    }
    let isURLSafe = vector.flag("urlSafe") ?? false
    let isPadded = vector.flag("padding") ?? !isURLSafe
    return .rule([
      "urlSafe": .flag(isURLSafe), "padding": isPadded ? "required" : "none",
    ])
  }

  private static let base64Disagreements = [
    Disagreement(
      "The rule `required` decides whether a field may be empty; empty data is valid Base64 (RFC 4648, 10)"
    ) {
      $0.source == "respect/validation" && $0.input.isEmpty
    }
  ]

  /// Symfony's formats follow CSS Color 3, as does `isRgbColor`.
  private static func color(_ vector: Vector) -> VectorReading {
    switch vector.fn {
    case "isRgbColor":
      return .rule([
        "forms": ["rgb", "rgba"], "profile": "css3",
        "percentages": .flag(vector.flag("includePercentValues") ?? true),
        "spaces": .flag(vector.flag("allowSpaces") ?? false),
      ])
    case "isHSL": return .rule(["forms": ["hsl", "hsla"]])
    default:
      let forms = (vector.texts("formats") ?? []).map { format in
        switch format {
        case "rgb", "rgba", "hsl", "hsla": format
        case "basic_named_colors", "extended_named_colors": "named"
        case "system_colors": "system"
        case "keywords": "keyword"
        default: "hex"
        }
      }
      return .rule(["forms": .list(forms), "profile": "css3"])
    }
  }

  private static func affix(_ vector: Vector) -> VectorReading {
    let values = [vector.text("value"), vector.text("strict")].compactMap { $0 }
    return .rule(["values": .list(values)])
  }

  private static func json(_ vector: Vector) -> VectorReading {
    if vector.source == "validator.js", vector.flag("allow_any_value") != true {
      let primitives = vector.flag("allow_primitives") == true ? ["boolean", "null"] : []
      return .rule(["kinds": .list(["object", "array"] + primitives)])
    }
    return .rule()
  }

  private static let jsonDisagreements = [
    Disagreement("An empty text is not JSON (RFC 8259, 2)") {
      $0.source == "symfony" && $0.input.isEmpty
    }
  ]

  private static func latLong(_ vector: Vector) -> VectorReading {
    if vector.source == "frictionless" {
      if vector["format"] != nil { return .inapplicable("A point as a JSON array or object") }
      return .rule(["order": "longLat"])
    }
    return .rule(["form": vector.flag("checkDMS") == true ? "sexagesimal" : "decimal"])
  }

  private static func price(_ vector: Vector) -> VectorReading {
    var negative: [String] = []
    if vector.flag("allow_negatives") != false {
      negative =
        vector.flag("parens_for_negatives") == true
        ? ["parentheses"]
        : vector.flag("negative_sign_after_digits") == true
          ? ["trailing"]
          : vector.flag("negative_sign_before_digits") == true ? ["inner"] : ["leading"]
    }
    let acceptsDecimals = vector.flag("allow_decimal") != false
    let counts = vector.texts("digits_after_decimal") ?? ["2"]
    return .rule(
      .parameters([
        "decimals": acceptsDecimals ? .list(counts) : "0",
        "decimalsRequired": vector.flag("require_decimal").map(DefinitionNode.flag),
        "separators": .text(vector.text("decimal_separator") ?? "."),
        "group": .text(vector.text("thousands_separator") ?? ","),
        "symbols": .text(vector.text("symbol") ?? "$"),
        "symbolRequired": vector.flag("require_symbol").map(DefinitionNode.flag),
        "symbolAt": vector.flag("symbol_after_digits") == true ? "after" : nil,
        "space": .flag(
          vector.flag("allow_space_after_symbol") == true
            || vector.flag("allow_space_after_digits") == true
            // A blank is accepted in place of a minus sign.
            || vector.flag("allow_negative_sign_placeholder") == true),
        "leadingZero": "false",
        "negative": negative.isEmpty ? nil : .list(negative),
      ]))
  }

  private static let priceDisagreements = [
    Disagreement("In the library, a blank may replace a minus sign but not precede it") {
      !$0.isValid && $0.flag("allow_negative_sign_placeholder") == true && $0.input.contains(" -")
    }
  ]

  private static let semverDisagreements = [
    Disagreement("`-` is an identifier (Semantic Versioning 2.0.0, 9)", inputs: ["1.3.7--"])
  ]

  private static func slug(_ vector: Vector) -> VectorReading {
    let isLoose = vector.source.hasPrefix("django")
    return .rule(
      .parameters([
        "profile": isLoose ? "loose" : nil,
        "international": vector.flag("allow_unicode").map(DefinitionNode.flag),
        "underscores": vector.source == "validator.js" ? "true" : nil,
      ]), trim: vector.flag("trim") == true)
  }

  private static let trimmedDisagreements = [
    Disagreement("The vector does not contain the characters to trim") {
      $0.input.allSatisfy(\.isLetter)
    }
  ]
}
