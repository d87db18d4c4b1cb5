import FormDefinitions
import FormRules

/// Text formats that several schema languages have, and the corresponding rules.
enum PortableFormat: String, CaseIterable {
  case email, mailbox, uri, uuid, hostname, ipv4, ipv6, duration, date, time, base64, hex, json
  case geopoint
  case dateTime = "date-time"
  /// Hexadecimal digits of whole bytes.
  case evenHex
  /// A duration according to RFC 3339. The rule accepts more.
  case plainDuration
  /// A duration with an optional sign.
  case signedDuration
  case jsonObject, jsonArray
  case idnEmail = "idn-email"
  case idnHostname = "idn-hostname"
  case iri
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// Creates a format of JSON Schema. Returns nil if no rule corresponds to it.
  init?(jsonSchema name: String) {
    switch name {
    // RFC 5321, as specified by JSON Schema. The bare rule accepts less.
    case "email": self = .mailbox
    case "duration": self = .plainDuration
    case "date", "date-time", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri",
      "json-pointer", "relative-json-pointer", "time", "uri", "uuid":
      self.init(rawValue: name)
    default: return nil
    }
  }

  /// The rule, or nil if no rule corresponds to the format.
  var rule: DefinitionNode? {
    switch self {
    case .email: Self.rule("email")
    case .mailbox: Self.rule("email", ["profile": "rfc5321"])
    case .idnEmail: Self.rule("email", ["profile": "utf8", "quoted": "true"])
    case .uri:
      Self.rule("url", ["schemes": "any", "localHosts": "true", "international": "false"])
    case .iri: Self.rule("url", ["schemes": "any", "localHosts": "true"])
    case .uuid: Self.rule("uuid", ["profile": "loose"])
    case .hostname: Self.rule("hostname", ["numeric": "true"])
    case .idnHostname: Self.rule("hostname", ["international": "true", "numeric": "true"])
    case .ipv4: Self.rule("ip", ["version": "4"])
    case .ipv6: Self.rule("ip", ["version": "6"])
    case .duration: Self.rule("duration")
    case .plainDuration: Self.rule("duration", ["profile": "rfc3339"])
    case .signedDuration: Self.rule("duration", ["signed": "true"])
    case .date: Self.rule("date")
    case .dateTime: Self.rule("dateTime", ["separator": "T"])
    case .time: Self.rule("time", ["seconds": "required", "zone": "required"])
    case .base64: Self.rule("base64")
    case .hex: Self.rule("hex")
    case .evenHex: Self.rule("hex", ["even": "true"])
    case .json: Self.rule("json")
    case .jsonObject: Self.rule("json", ["kinds": "object"])
    case .jsonArray: Self.rule("json", ["kinds": "array"])
    // The longitude comes first.
    case .geopoint:
      Self.pattern(
        #"[-+]?(180(\.0+)?|(1[0-7]\d|\d{1,2})(\.\d+)?), ?[-+]?(90(\.0+)?|[1-8]?\d(\.\d+)?)"#)
    case .jsonPointer: Self.pattern(#"(/([^~/]|~[01])*)*"#)
    case .relativeJSONPointer: Self.pattern(#"(0|[1-9]\d*)(#|(/([^~/]|~[01])*)*)"#)
    case .regex: nil
    }
  }

  private static func rule(
    _ name: String, _ parameters: KeyValuePairs<String, String> = [:]
  ) -> DefinitionNode {
    let entries = parameters.map { DefinitionNode.Entry($0.key, .text($0.value)) }
    return DefinitionNode(
      .mapping([.init(name, entries.isEmpty ? .null() : DefinitionNode(.mapping(entries)))]))
  }

  private static func pattern(_ pattern: String) -> DefinitionNode {
    DefinitionNode(.mapping([.init("pattern", .text(pattern))]))
  }

  /// Creates the format that corresponds to a rule, if there is one: the exact rule of a format, or
  /// a bare rule that is nearly the same.
  init?(_ entry: RuleEntry) {
    let bare: [String: PortableFormat] = ["url": .uri, "uuid": .uuid, "hostname": .hostname]
    let parameters = entry.parameters
    let found = Self.allCases.first { format in
      guard let name = format.rule?.entries.first, name.key == entry.rule, name.key != "pattern"
      else { return false }
      let own = name.value.isNull ? nil : name.value
      return RuleEntry(name.key, own).normalizedParameters == parameters
    }
    guard let format = found ?? (parameters == nil ? bare[entry.rule] : nil) else { return nil }
    self = format
  }
}
