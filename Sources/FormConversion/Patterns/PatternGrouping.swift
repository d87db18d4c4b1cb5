/// The groups and anchors that make a pattern match whole texts, wherever a program looks for a
/// match. They are written where the pattern needs them, and removed when it is read.
enum PatternGrouping {
  /// The pattern with its alternatives in a group.
  static func grouped(_ pattern: String) -> String {
    hasAlternatives(pattern) == true ? "(\(pattern))" : pattern
  }

  /// A pattern without the group that `grouped` adds.
  static func withoutGroup(_ pattern: String) -> String {
    guard let inner = pattern.between("(", ")"), hasAlternatives(inner) == true,
      // References count groups.
      inner.firstMatch(of: /\\[1-9]/) == nil
    else { return pattern }
    return inner
  }

  /// The pattern with anchors, and with its alternatives in a group.
  static func anchored(_ pattern: String) -> String {
    hasAlternatives(pattern) == true ? "^(?:\(pattern))$" : "^\(pattern)$"
  }

  /// A pattern without what `anchored` adds.
  static func withoutAnchors(_ pattern: String) -> String {
    guard let inner = pattern.between("^", "$"), hasAlternatives(inner) == false else {
      return pattern
    }
    guard let alternatives = inner.between("(?:", ")"), hasAlternatives(alternatives) == true else {
      return inner
    }
    return alternatives
  }

  /// Whether a pattern has alternatives outside of groups; nil if it is only part of a pattern,
  /// because a group, a set or an escape begins or ends outside.
  private static func hasAlternatives(_ pattern: String) -> Bool? {
    var (depth, isInSet, isEscaped, hasAlternatives) = (0, false, false, false)
    for character in pattern.unicodeScalars {
      switch character {
      case _ where isEscaped:
        isEscaped = false
        continue
      case "\\": isEscaped = true
      case "]": isInSet = false
      case _ where isInSet: break
      case "[": isInSet = true
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth < 0 { return nil }
      case "|" where depth == 0: hasAlternatives = true
      default: break
      }
    }
    return depth == 0 && !isInSet && !isEscaped ? hasAlternatives : nil
  }
}

extension String {
  /// The text between a beginning and an end, or nil if it does not have both.
  fileprivate func between(_ beginning: String, _ end: String) -> String? {
    guard hasPrefix(beginning), hasSuffix(end), count >= beginning.count + end.count else {
      return nil
    }
    return String(dropFirst(beginning.count).dropLast(end.count))
  }
}
