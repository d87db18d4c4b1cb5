// Addresses and names of the internet.
extension RuleEntry {
  /// The text is an email address.
  public static func email(
    profile: EmailProfile? = nil, displayName: Presence? = nil, quoted: Bool? = nil,
    underscores: Bool? = nil, hosts: [String]? = nil,
    notHosts: [String]? = nil
  ) -> RuleEntry {
    RuleEntry(
      EmailRule.self,
      [
        "profile": profile, "displayName": displayName, "quoted": quoted,
        "underscores": underscores,
        "hosts": ParameterList(hosts),
        "notHosts": ParameterList(notHosts),
      ])
  }

  /// The text is a URL.
  public static func url(
    schemes: [String]? = nil, schemeRequired: Bool? = nil, schemeRelative: Bool? = nil,
    hostRequired: Bool? = nil, localHosts: Bool? = nil, underscores: Bool? = nil,
    international: Bool? = nil, hosts: [String]? = nil, notHosts: [String]? = nil,
    userinfo: Bool? = nil, port: Presence? = nil, query: Bool? = nil, fragment: Bool? = nil,
    profile: URLProfile? = nil
  ) -> RuleEntry {
    RuleEntry(
      UrlRule.self,
      [
        "schemes": ParameterList(schemes), "schemeRequired": schemeRequired,
        "schemeRelative": schemeRelative, "hostRequired": hostRequired, "localHosts": localHosts,
        "underscores": underscores, "international": international, "hosts": ParameterList(hosts),
        "notHosts": ParameterList(notHosts), "userinfo": userinfo, "port": port, "query": query,
        "fragment": fragment, "profile": profile,
      ])
  }

  /// The text is an IP address.
  public static func ip(
    version: IPVersion? = nil, prefix: Bool? = nil, zone: Bool? = nil, profile: Strictness? = nil,
    networks: [String]? = nil, notNetworks: [String]? = nil
  ) -> RuleEntry {
    RuleEntry(
      IpRule.self,
      [
        "version": version, "prefix": prefix, "zone": zone, "profile": profile,
        "networks": ParameterList(networks), "notNetworks": ParameterList(notNetworks),
      ])
  }

  /// The text is a block of IP addresses, such as 192.0.2.0/24.
  public static func cidr(
    version: IPVersion? = nil, minPrefix: Int? = nil, maxPrefix: Int? = nil, hostBits: Bool? = nil,
    masks: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      CidrRule.self,
      [
        "version": version, "minPrefix": minPrefix, "maxPrefix": maxPrefix, "hostBits": hostBits,
        "masks": masks,
      ])
  }

  /// The text is a domain name, such as example.com.
  public static func domain(
    topLevels: [String]? = nil, notTopLevels: [String]? = nil, international: Bool? = nil,
    underscores: Bool? = nil, wildcard: Bool? = nil, trailingDot: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      DomainRule.self,
      [
        "topLevels": ParameterList(topLevels), "notTopLevels": ParameterList(notTopLevels),
        "international": international, "underscores": underscores, "wildcard": wildcard,
        "trailingDot": trailingDot,
      ])
  }

  /// The text is the name of a host.
  public static func hostname(
    topLevel: Bool? = nil, numeric: Bool? = nil, international: Bool? = nil,
    underscores: Bool? = nil, trailingDot: Bool? = nil, addresses: Bool? = nil,
    port: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      HostnameRule.self,
      [
        "topLevel": topLevel, "numeric": numeric, "international": international,
        "underscores": underscores, "trailingDot": trailingDot, "addresses": addresses,
        "port": port,
      ])
  }

  /// The number is a port.
  public static func port(min: Int? = nil, max: Int? = nil) -> RuleEntry {
    RuleEntry(PortRule.self, ["min": min, "max": max])
  }

  /// The text is a hardware address.
  public static func mac(
    eui: EUI? = nil, separators: [String]? = nil, cast: Cast? = nil,
    administration: Administration? = nil, broadcast: Broadcast? = nil
  ) -> RuleEntry {
    RuleEntry(
      MacRule.self,
      [
        "eui": eui, "separators": ParameterList(separators), "cast": cast,
        "administration": administration, "broadcast": broadcast,
      ])
  }

  /// A service on the network accepts the value. It is asked by what `RemoteChecks.register` was
  /// given, on the thread that validates; without that every value fails with `remote.unavailable`.
  public static func remote(
    _ url: String, extra: [String: String]? = nil, key: String? = nil, timeout: Int? = nil
  ) -> RuleEntry {
    RuleEntry(
      RemoteRule.self,
      ["url": url, "extra": ParameterMapping(extra), "key": key, "timeout": timeout])
  }

  /// The text is a media type, such as text/html.
  public static func mime(
    types: [String]? = nil, parameters: Bool? = nil, comments: Bool? = nil,
    charset: MimeCharset? = nil
  ) -> RuleEntry {
    RuleEntry(
      MimeRule.self,
      [
        "types": ParameterList(types), "parameters": parameters, "comments": comments,
        "charset": charset,
      ])
  }
}

extension RuleEntry {
  /// What counts as an email address.
  public enum EmailProfile: String, ParameterValue, CaseIterable, Sendable {
    /// What mail providers take.
    case standard
    /// What browsers take (HTML).
    case html
    /// RFC 5321: quoted local parts and address literals too.
    case rfc5321
    /// RFC 5322: comments and folding too.
    case rfc5322
    /// RFC 6531: every script.
    case utf8
    /// Every script in the host alone.
    case idn
  }

  /// What counts as a URL.
  public enum URLProfile: String, ParameterValue, CaseIterable, Sendable {
    /// RFC 3986 and 3987.
    case standard
    /// What browsers make something of.
    case browser
  }

  /// Which media types take a charset: any, or text and multipart alone.
  public enum MimeCharset: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case any, text
  }

  /// Versions of the internet protocol.
  public enum IPVersion: String, ParameterValue, CaseIterable, Sendable {
    /// Version 4.
    case four = "4"
    /// Version 6.
    case six = "6"
    /// Either.
    case any
  }

  /// Lengths of hardware addresses.
  public enum EUI: String, ParameterValue, CaseIterable, Sendable {
    /// EUI-48.
    case bits48 = "48"
    /// EUI-64.
    case bits64 = "64"
    /// Either.
    case any
  }

  /// Whom a hardware address means.
  public enum Cast: String, ParameterValue, CaseIterable, Sendable {
    /// One station, a group, or either.
    case unicast, multicast, any
  }

  /// Who gave a hardware address out.
  public enum Administration: String, ParameterValue, CaseIterable, Sendable {
    /// IEEE, the owner of the network, or either.
    case universal, local, any
  }

  /// Whether all bits of a hardware address may be set.
  public enum Broadcast: String, ParameterValue, CaseIterable, Sendable {
    /// They may.
    case `true`
    /// They may not.
    case `false`
    /// They must.
    case only
  }
}
