import FormDefinitions
import FormRules

/// A pattern of definitions, which is a pattern of PCRE2, with its options.
struct PortablePattern: Equatable {
  var source: String
  /// Whether the pattern may match part of the text.
  var searches = false
  var ignoresCase = false
  /// Whether classes such as `\d` cover all scripts.
  var isUnicode = false

  init(_ source: String) { self.source = source }

  /// Creates a pattern from the parameters of the rule `pattern`; nil if it must match once.
  init?(parameters texts: [String: String], main: String?) {
    guard let source = main ?? texts[RuleEntry.mainParameter], !source.isEmpty,
      ["whole", "search"].contains(texts["mode"] ?? "whole")
    else { return nil }
    self.source = source
    searches = texts["mode"] == "search"
    ignoresCase = texts["ignoreCase"] == "true"
    isUnicode = texts["unicode"] == "true"
  }

  static let parameters = [RuleEntry.mainParameter, "mode", "ignoreCase", "unicode"]

  var rule: DefinitionNode {
    var rule = DefinitionNode.pattern(source, mode: searches ? "search" : nil)
    if ignoresCase { rule = rule.adding("ignoreCase", "true") }
    if isUnicode { rule = rule.adding("unicode", "true") }
    return rule
  }

  /// The pattern in ECMAScript (ECMA-262, with the flag `u`), which finds its matches anywhere in
  /// a text; nil if ECMAScript cannot express it.
  var ecmaScript: String? {
    PatternTranslator.translate(self, to: .ecmaScript).map { searches ? $0 : "^(?:\($0))$" }
  }

  /// The pattern in ECMAScript, for a language that matches whole texts, of which programs search
  /// for a match anywhere.
  var wholeECMAScript: String? {
    PatternTranslator.translate(self, to: .ecmaScript).map {
      searches ? #"[\s\S]*(?:\#($0))[\s\S]*"# : PatternGrouping.anchored($0)
    }
  }

  /// The pattern in the syntax that XML Schema has in common with other dialects. It matches whole
  /// texts, also for programs that only add anchors. Nil if the syntax cannot express it.
  var xmlSchema: String? {
    guard searches else {
      return PatternTranslator.translate(self, to: .xmlSchema).map(PatternGrouping.grouped)
    }
    var inner = self
    // An anchor may belong to one of several alternatives.
    let (rest, atStart, atEnd) =
      source.contains("|")
      ? (source.unicodeScalars[...], atStart: false, atEnd: false) : source.withoutAnchors
    inner.source = String(rest)
    return PatternTranslator.translate(inner, to: .xmlSchema).map {
      (atStart ? "" : #"[\s\S]*"#) + "(\($0))" + (atEnd ? "" : #"[\s\S]*"#)
    }
  }
}
