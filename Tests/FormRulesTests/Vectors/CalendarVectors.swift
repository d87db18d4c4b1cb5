@testable import FormRules

/// Dates, times and durations in texts.
extension VectorTables {
  static let calendar = [date, dateTime, duration, isoWeek, time]

  private static let date = VectorTable(
    "date", floor: 97,
    disagreements: [
      Disagreement(
        "Centuries, and months without a hyphen, are not dates", inputs: ["19", "198504"]),
      Disagreement("d and M match one or two digits", inputs: ["5/07/02", "15-7-02"]),
      Disagreement(
        "A blank in a format matches exactly one blank", source: "django-forms",
        inputs: [" Oct 25   2006 "]),
    ], reading: date)

  private static func date(_ vector: Vector) -> VectorReading {
    switch (vector.source, vector.text("format")) {
    case ("validator.js", let format):
      let marks = vector.texts("delimiters") ?? ["/", "-"]
      let pattern = format ?? "YYYY/MM/DD"
      guard vector.flag("strictMode") != true || vector.texts("delimiters") == nil else {
        return .rule(.list([letters(pattern)]))
      }
      let strict = vector.flag("strictMode") == true
      return .rule(
        .list((strict ? ["/"] : marks).map { mark in letters(pattern.replacing("/", with: mark)) }))
    case ("respect/validation", let format?) where format != "Y-m-d":
      return .inapplicable("PHP formats with words or without days")
    case ("django-forms", _):
      return .rule(
        .list([
          "yyyy-MM-dd", "M/d/yyyy", "M/d/yy", "MMM d yyyy", "MMM d, yyyy", "d MMM yyyy",
          "d MMM, yyyy", "MMMM d yyyy", "MMMM d, yyyy", "d MMMM yyyy", "d MMMM, yyyy",
        ]), trim: true)
    case ("frictionless", "any"): return .inapplicable("Detection of the format")
    case ("frictionless", "%d/%m/%y"): return .rule("dd/MM/yy")
    case ("frictionless", "%y/%m/%d"): return .rule("yy/MM/dd")
    case ("isodate", _) where vector.integer("yeardigits") == 6:
      return .inapplicable("Years of six digits, which ISO 8601 allows only by agreement")
    case ("isodate", _), ("dateutil", _): return .rule(["profile": "iso8601"])
    default: return .rule()
    }
  }

  /// Converts `DD/MM/YYYY` to `dd/MM/yyyy`.
  private static func letters(_ format: String) -> String {
    format.replacing("D", with: "d").replacing("Y", with: "y")
  }

  private static let dateTime = VectorTable(
    "dateTime", files: ["iso8601", "rfc3339", "local_datetime"], floor: 97,
    disagreements: [
      Disagreement("A week date has both hyphens or neither", inputs: ["2009-W511"]),
      Disagreement(
        "A date with hyphens may have a time without colons, as in dateutil and validator.js",
        source: "ciso8601",
        inputs: ["2014-01-02T010203", "20140102T01:02:03", "20010203T04:05:06Z"]),
      Disagreement(
        "HTML allows at most milliseconds", source: "wpt (html input types)",
        inputs: ["2014-01-01 11:11:12.1234"]),
      Disagreement(
        "Leap seconds occur only at the end of a day in UTC", inputs: ["2009-05-31 14:53:60Z"]),
      Disagreement(
        "RFC 3339 requires seconds, TOML 1.1 does not", inputs: ["1979-05-27 07:32-07:00"]),
    ], reading: dateTime)

  private static func dateTime(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "validator.js" where vector.fn == "isISO8601":
      return .rule(
        .parameters([
          "profile": "iso8601", "separator": vector.flag("strictSeparator") == true ? "T" : nil,
        ]))
    case "ciso8601" where vector.fn == "parse_datetime", "dateutil", "isodate":
      return .rule("iso8601")
    case "toml-test" where vector.fn == "valid/datetime" && !vector.hasZone,
      "toml-test" where vector.fn == "invalid/local-datetime":
      return .rule(["zone": "none"])
    case "wpt (html input types)":
      return .rule(["profile": "iso8601", "zone": "none", "dateAlone": "false"])
    default: return .rule()
    }
  }

  private static let duration = VectorTable(
    "duration", floor: 97,
    disagreements: [
      Disagreement(
        "Durations written like dates, which ISO 8601 allows only by agreement",
        inputs: ["P0018-09-04T11:09:08"])
    ]
  ) { vector in
    switch vector.source {
    case "django-forms": .inapplicable("Durations written as 1 day, 1:15:30")
    case "json-schema-test-suite": .rule("rfc3339")
    case "isodate": .rule(["signed": "true"])
    default: .rule()
    }
  }

  private static let isoWeek = VectorTable("isoWeek", files: ["iso_week"], floor: 100) { _ in
    .rule()
  }

  private static let time = VectorTable(
    "time", floor: 97,
    disagreements: [
      Disagreement("Hours of the 24-hour clock have two digits", inputs: ["9:00"]),
      Disagreement(
        "Seconds may be omitted, as in TOML 1.1", source: "toml-test", inputs: ["17:45"]),
    ], reading: time)

  private static func time(_ vector: Vector) -> VectorReading {
    switch vector.source {
    case "validator.js":
      let mode = vector.text("mode")
      let seconds: DefinitionNode =
        mode == "withSeconds" ? "required" : mode == "withOptionalSeconds" ? "optional" : "none"
      let clock: DefinitionNode? = vector.text("hourFormat") == "hour12" ? "12" : nil
      return .rule(.parameters(["seconds": seconds, "clock": clock, "fraction": "false"]))
    case "symfony":
      return .rule([
        "seconds": vector.flag("withSeconds") == true ? "required" : "none", "fraction": "false",
      ])
    case "respect/validation":
      switch vector.text("format") {
      case nil: return .rule(["seconds": "required", "fraction": "false"])
      case "H:i": return .rule(["seconds": "none"])
      case "H:i:s.u": return .rule(["seconds": "required"])
      case "g:i A": return .rule(["seconds": "none", "clock": "12"])
      default: return .inapplicable("PHP formats with a time in one word (3am)")
      }
    case "django-forms": return .rule(trim: true)
    case "frictionless":
      switch vector.text("format") {
      case nil: return .rule(["seconds": "required", "zone": "optional"])
      case "%H:%M": return .rule(["seconds": "none"])
      default: return .inapplicable("Detection of the format, or minutes before hours")
      }
    case "json-schema-test-suite": return .rule(["seconds": "required", "zone": "required"])
    case "dateutil", "isodate": return .rule(["profile": "iso8601", "zone": "optional"])
    default: return .rule()
    }
  }
}

extension Vector {
  /// Whether a date and time ends with a zone.
  fileprivate var hasZone: Bool {
    input.hasSuffix("Z") || input.hasSuffix("z")
      || input.dropFirst(11).contains { $0 == "+" || $0 == "-" }
  }
}
