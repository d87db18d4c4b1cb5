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

  /// The name of the format in JSON Schema, or nil if it has none.
  var jsonSchemaName: String? {
    switch self {
    case .mailbox: "email"
    case .plainDuration: "duration"
    case .date, .dateTime, .duration, .email, .hostname, .idnEmail, .idnHostname, .ipv4, .ipv6,
      .iri,
      .jsonPointer, .regex, .relativeJSONPointer, .time, .uri, .uuid:
      rawValue
    case .base64, .evenHex, .geopoint, .hex, .json, .jsonArray, .jsonObject, .signedDuration: nil
    }
  }

  /// The formats of texts in Table Schema, by name.
  private static let tableSchemaNames: KeyValuePairs<String, PortableFormat> = [
    "email": .email, "email": .mailbox, "uri": .uri, "uuid": .uuid, "binary": .base64,
  ]

  /// Creates a format of Table Schema. Returns nil if no rule corresponds to it.
  init?(tableSchema name: String) {
    guard let entry = Self.tableSchemaNames.first(where: { $0.key == name }) else { return nil }
    self = entry.value
  }

  /// The name of the format in Table Schema, or nil if it has none.
  var tableSchemaName: String? { Self.tableSchemaNames.first { $0.value == self }?.key }

  /// The rule, or nil if no rule corresponds to the format.
  var rule: DefinitionNode? {
    switch self {
    case .email: .bare("email")
    case .mailbox: .rule("email", ["profile": "rfc5321"])
    case .idnEmail: .rule("email", ["profile": "utf8", "quoted": "true"])
    case .uri:
      .rule("url", ["schemes": "any", "localHosts": "true", "international": "false"])
    case .iri: .rule("url", ["schemes": "any", "localHosts": "true"])
    case .uuid: .rule("uuid", ["profile": "loose"])
    case .hostname: .rule("hostname", ["numeric": "true"])
    case .idnHostname: .rule("hostname", ["international": "true", "numeric": "true"])
    case .ipv4: .rule("ip", ["version": "4"])
    case .ipv6: .rule("ip", ["version": "6"])
    case .duration: .bare("duration")
    case .plainDuration: .rule("duration", ["profile": "rfc3339"])
    case .signedDuration: .rule("duration", ["signed": "true"])
    case .date: .bare("date")
    case .dateTime: .rule("dateTime", ["separator": "T"])
    case .time: .rule("time", ["seconds": "required", "zone": "required"])
    case .base64: .bare("base64")
    case .hex: .bare("hex")
    case .evenHex: .rule("hex", ["even": "true"])
    case .json: .bare("json")
    case .jsonObject: .rule("json", ["kinds": "object"])
    case .jsonArray: .rule("json", ["kinds": "array"])
    // The longitude comes first.
    case .geopoint:
      .pattern(
        #"[-+]?(180(\.0+)?|(1[0-7]\d|\d{1,2})(\.\d+)?), ?[-+]?(90(\.0+)?|[1-8]?\d(\.\d+)?)"#)
    case .jsonPointer: .pattern(#"(/([^~/]|~[01])*)*"#)
    case .relativeJSONPointer: .pattern(#"(0|[1-9]\d*)(#|(/([^~/]|~[01])*)*)"#)
    case .regex: nil
    }
  }

  /// Creates the format that corresponds to a rule, if there is one: the exact rule of a format, or
  /// a bare rule that is nearly the same.
  init?(_ entry: RuleEntry) {
    let bare: [String: PortableFormat] = ["url": .uri, "uuid": .uuid, "hostname": .hostname]
    let exact = Self.allCases.first { $0.isRule(entry) }
    guard let format = exact ?? (entry.parameters == nil ? bare[entry.rule] : nil) else {
      return nil
    }
    self = format
  }

  /// Whether a rule is exactly that of the format.
  func isRule(_ entry: RuleEntry) -> Bool {
    guard let rule = rule?.entries.first, rule.key == entry.rule, rule.key != "pattern"
    else { return false }
    let parameters = rule.value.isNull ? nil : rule.value
    return RuleEntry(rule.key, parameters).normalizedParameters == entry.parameters
  }
}
