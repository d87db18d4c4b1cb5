import FormRules

extension DateFormat {
  private static let directives: [(strptime: String, pattern: String)] = [
    ("%Y", "yyyy"), ("%y", "yy"), ("%B", "MMMM"), ("%b", "MMM"), ("%m", "M"), ("%d", "d"),
  ]

  /// The format that `strptime` means; numbers may have one digit, as there.
  init?(strptime: String) {
    var pattern = strptime
    for directive in Self.directives {
      pattern = pattern.replacing(directive.strptime, with: directive.pattern)
    }
    if pattern.contains("%") { return nil }
    self.init(pattern)
  }

  /// As `strptime` has it.
  var strptime: String {
    var result = ""
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      switch run {
      case "yyyy": result += "%Y"
      case "yy": result += "%y"
      case "MMMM": result += "%B"
      case "MMM": result += "%b"
      case "MM", "M": result += "%m"
      case "dd", "d": result += "%d"
      default: result += run
      }
      rest = rest.dropFirst(run.count)
    }
    return result
  }
}
