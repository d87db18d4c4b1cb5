@testable import FormRules

/// Addresses of hosts and resources.
extension VectorTables {
  static let addresses: [VectorTable] = [
    VectorTable("cidr", floor: 99, reading: cidr),
    VectorTable("domain", files: ["hostname"], floor: 97) {
      isDomain($0) ? domain($0) : .inapplicable("Tested with the rule `hostname`")
    },
    VectorTable("hostname", floor: 97) {
      isDomain($0) ? .inapplicable("Tested with the rule `domain`") : hostname($0)
    },
    VectorTable(
      "ip", files: ["ip", "ipv4", "ipv6"], floor: 99, disagreements: ipDisagreements, reading: ip),
    VectorTable("mac", floor: 99, reading: mac),
    VectorTable("url", floor: 97, disagreements: urlDisagreements, reading: url),
  ]

  // MARK: IP addresses

  private static func cidr(_ vector: Vector) -> VectorReading {
    .rule(.parameters(["version": version(vector)]))
  }

  private static func version(_ vector: Vector) -> DefinitionNode? {
    switch vector.text("version") {
    case "4": "4"
    case "6": "6"
    default: nil
    }
  }

  private static func ip(_ vector: Vector) -> VectorReading {
    let version: DefinitionNode? =
      switch (vector.fn, vector.text("format")) {
      case ("ipv4", _), ("validate_ipv4_address", _), ("invalid-ipv4-addresses", _), (_, "ipv4"):
        "4"
      case ("ipv6", _), ("validate_ipv6_address", _), (_, "ipv6"): "6"
      default: vector.fn?.contains("ipv6-addresses") == true ? "6" : self.version(vector)
      }
    switch vector.source {
    case "symfony": return symfonyIP(vector)
    case "respect/validation":
      guard let range = vector.text("range") else { return .rule() }
      guard IPRange(range) != nil else {
        return .inapplicable("A range that is not a network is an error")
      }
      return .rule(["networks": [.text(range)]])
    case "python-validators":
      if vector.flag("cidr") == true, vector.flag("strict") == true || vector.input.contains("/") {
        return .inapplicable("Tested with the rule `cidr`")
      }
      let isPrivate = vector.flag("private") == true
      return .rule(
        .parameters([
          "version": version,
          "networks": isPrivate ? ["private", "loopback", "linkLocal"] : nil,
        ]))
    case "validator.js", "ip-address", "ip-address (intermapper list)":
      return .rule(
        .parameters([
          "version": version, "zone": version?.scalar == "4" ? nil : "true",
          "prefix": vector.flag("allow_prefix").map(DefinitionNode.flag),
        ]))
    default:
      return .rule(.parameters(["version": version]), trim: vector.flag("trim") == true)
    }
  }

  /// Symfony's versions are a version or `all`, with PHP's private and reserved ranges.
  private static func symfonyIP(_ vector: Vector) -> VectorReading {
    let words = (vector.text("version") ?? "4").split(separator: "_", maxSplits: 1)
    let version: DefinitionNode? = words[0] == "all" ? nil : .text(String(words[0]))
    let reserved = ["reserved", "loopback", "linkLocal"]
    let (inside, outside): ([String]?, [String]?) =
      switch words.dropFirst().first {
      case "private": (["private"], nil)
      case "reserved": (reserved, nil)
      case "no_priv": (nil, ["private"])
      case "no_res": (nil, reserved)
      case "public": (nil, ["private", "documentation"] + reserved)
      default: (nil, nil)
      }
    return .rule(
      .parameters([
        "version": version, "networks": inside.map(DefinitionNode.list),
        "notNetworks": outside.map(DefinitionNode.list),
      ]), trim: vector.text("normalizer") == "trim")
  }

  private static let ipDisagreements: [Disagreement] = [
    Disagreement("The library's `trim` also removes U+0000, which is not a blank") {
      $0.text("normalizer") == "trim" && $0.input.contains("\0")
    },
    Disagreement(
      "The library's field is limited to IPv4 or a shorter text, which the vector's options do not contain"
    ) {
      $0.source == "django-forms" && $0.input.contains(":") && !$0.isValid
    },
  ]

  // MARK: Host names

  private static func isDomain(_ vector: Vector) -> Bool {
    switch vector.fn {
    case "validate_domain_name", "DomainNameValidator", "domain", "Domain": true
    case "isFQDN": vector.flag("require_tld") != false && vector.flag("allow_numeric_tld") != true
    default: vector.flag("requireTld") == true
    }
  }

  private static func domain(_ vector: Vector) -> VectorReading {
    if vector.flag("consider_tld") == true {
      return .inapplicable("Requires the list of top-level domains")
    }
    // Symfony rejects the names of RFC 6761, and Respect those that IANA does not list.
    let refuses = vector.source == "symfony" || vector.source == "respect/validation"
    return .rule(
      .parameters([
        "notTopLevels": refuses ? ["example", "invalid", "localhost", "local", "test"] : nil,
        "international": vector.flag("accept_idna").map(DefinitionNode.flag),
        "underscores": (vector.flag("rfc_2782") ?? vector.flag("allow_underscores")).map(
          DefinitionNode.flag),
        "trailingDot": (vector.flag("rfc_1034") ?? vector.flag("allow_trailing_dot")).map(
          DefinitionNode.flag),
      ]))
  }

  private static func hostname(_ vector: Vector) -> VectorReading {
    let acceptsMore = vector.flag("ip_or_port_ok").map(DefinitionNode.flag)
    return .rule(
      .parameters([
        "addresses": acceptsMore, "port": acceptsMore,
        "international": vector.text("format") == "idn-hostname" ? "true" : nil,
        "numeric": vector.flag("allow_numeric_tld").map(DefinitionNode.flag),
        "underscores": (vector.flag("rfc_2782") ?? vector.flag("allow_underscores")).map(
          DefinitionNode.flag),
        "trailingDot": (vector.flag("rfc_1034") ?? vector.flag("allow_trailing_dot")).map(
          DefinitionNode.flag),
      ]))
  }

  // MARK: Hardware addresses

  private static func mac(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "symfony":
      let type = vector.text("type") ?? "all"
      return .rule(
        .parameters([
          "cast": type.contains("unicast")
            ? "unicast" : type.contains("multicast") || type == "broadcast" ? "multicast" : nil,
          "administration": type.hasPrefix("local")
            ? "local" : type.hasPrefix("universal") ? "universal" : nil,
          "broadcast": type.hasSuffix("no_broadcast")
            ? "false" : type == "broadcast" ? "only" : nil,
        ]), trim: vector.text("normalizer") == "trim")
    case "validator.js":
      let hasNone =
        vector.flag("no_separators") == true || vector.flag("no_colons") == true
      return .rule(
        .parameters([
          "eui": .text(vector.text("eui") ?? "any"),
          "separators": hasNone ? ["none"] : [":", "-", " ", "."],
        ]))
    default: return .rule()
    }
  }

  // MARK: URLs

  private static func url(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "validator.js": return validatorURL(vector)
    case "symfony":
      return .rule(
        .parameters([
          "schemes": vector.texts("protocols").map(DefinitionNode.list),
          "localHosts": .flag(vector.flag("requireTld") != true),
          "schemeRelative": vector.flag("relativeProtocol").map(DefinitionNode.flag),
          "underscores": "true",
        ]), trim: vector.text("normalizer") == "trim")
    case "django-forms":
      let (least, most) = (vector.integer("min_length"), vector.integer("max_length"))
      let length = DefinitionNode.parameters([
        "min": least.map { .text(String($0)) }, "max": most.map { .text(String($0)) },
      ])
      return .rule(
        [
          "schemes": ["http", "https", "ftp", "ftps"], "schemeRequired": "false",
          "schemeRelative": "true",
        ],
        trim: true, and: least == nil && most == nil ? [] : [("length", length)])
    case "django":
      return .rule([
        "schemes": .list(vector.texts("schemes") ?? ["http", "https", "ftp", "ftps"])
      ])
    case "python-validators":
      if vector["private"] != nil { return .inapplicable("Requires the network of the address") }
      return .rule(["schemes": ["http", "https", "ftp", "ftps", "ssh", "sftp", "git"]])
    case "json-schema-test-suite":
      return .rule(["schemes": "any", "international": "false", "localHosts": "true"])
    case "wpt (urltestdata)":
      return .rule(["schemes": "any", "profile": "browser"])
    default: return .rule(["schemes": "any"])
    }
  }

  private static func validatorURL(_ vector: Vector) -> VectorReading {
    if vector.text("require_host") != nil || vector.flag("require_host") == false,
      vector.texts("protocols") != ["file"]
    {
      return .inapplicable("A URL without a host whose scheme requires one")
    }
    let anyScheme = vector.flag("require_valid_protocol") == false
    return .rule(
      .parameters([
        "schemes": anyScheme
          ? "any" : .list(vector.texts("protocols") ?? ["http", "https", "ftp"]),
        "schemeRequired": .flag(vector.flag("require_protocol") ?? false),
        "schemeRelative": vector.flag("allow_protocol_relative_urls").map(DefinitionNode.flag),
        "hostRequired": anyScheme ? "true" : nil,
        "localHosts": vector.flag("require_tld") == false ? "true" : nil,
        "underscores": vector.flag("allow_underscores").map(DefinitionNode.flag),
        "hosts": vector.hosts("host_whitelist"), "notHosts": vector.hosts("host_blacklist"),
        "userinfo": vector.flag("disallow_auth").map { .flag(!$0) },
        "port": vector.flag("require_port") == true ? "required" : nil,
        "query": vector.flag("allow_query_components").map(DefinitionNode.flag),
        "fragment": vector.flag("allow_fragments").map(DefinitionNode.flag),
      ]),
      and: vector.flag("validate_length") == false ? [] : [("length", ["max": 2084])])
  }

  private static let urlDisagreements: [Disagreement] = [
    Disagreement(
      "A password may contain colons (RFC 3986, 3.2.1)",
      inputs: [
        "http://lol:lol:lol@foobar.com/", "user:user:password@example.com",
        "http://foo:bar:baz@example.com",
      ]),
    Disagreement(
      "If the scheme is optional, a scheme is recognized only before `//`, because a user name looks the same"
    ) {
      $0.source == "validator.js" && $0.isValid && !$0.input.contains("//")
    },
    Disagreement("The library's `trim` also removes U+0000, which is not a blank") {
      $0.input.contains("\0")
    },
    Disagreement("RFC 3986 has no minimum for ports") {
      $0.source == "validator.js" && $0.input.contains(":0/")
    },
    Disagreement("A user name is not empty and contains no colon, as in two of three sources") {
      $0.input.contains("://:")
    },
    Disagreement(
      "The library accepts localhost but no other name of one label; `localHosts` allows all or none"
    ) {
      $0.source == "django" && $0.input == "http://localhost/"
    },
    Disagreement("A label with the prefix of punycode must be valid punycode (RFC 5891, 5.3)") {
      $0.source == "django" && $0.input.contains(".xn--")
    },
    Disagreement("A host whose last label is a number is not a name (WHATWG URL, 3.5)") {
      $0.source == "json-schema-test-suite" && $0.input.contains("://0")
    },
    Disagreement("The library requires pairs in a query; RFC 3986, 3.4 allows any text") {
      $0.source == "python-validators" && $0.input.contains("?") && !$0.isValid
    },
    Disagreement("The library requires a host for tel: but not for mailto:") {
      $0.source == "respect/validation" && $0.input.hasPrefix("tel:")
    },
    Disagreement("Host names do not contain + (RFC 1123, 2.1)") {
      $0.source == "symfony" && $0.input.contains("+symbols")
    },
  ]
}

extension Vector {
  /// Converts an option with a list of hosts to a parameter.
  func hosts(_ option: String) -> DefinitionNode? {
    guard case .list(let items) = self[option] else { return nil }
    return .list(
      items.compactMap { item in
        if case .object(let pattern) = item, case .string(let regex) = pattern["$regex"] {
          // The only pattern in the vectors: `\.foo\.com$`.
          return "*." + regex.dropFirst(2).dropLast().replacing("\\", with: "")
        }
        return item.text
      })
  }
}
