import FormBytes
import FormRules
import Foundation

/// A record for the reference judge: the values and texts of the form's fields, trimmed if the
/// field trims. A missing field has no text.
struct ReferenceRecord {
  var values: [Value] = []
  var texts: [String] = []
  var kinds: [Cell.Kind] = []
}

/// A straightforward implementation of the most common rules with String and
/// Foundation; for the others, the rule itself is called.
struct ReferenceCheck {
  enum Answer {
    case passes
    case fails(Failure)
    /// The result is unknown.
    case undecided
    /// The rule needs files, and there are none.
    case excluded
    /// The rule compares records, and the record is judged alone.
    case alone
    /// There is no second implementation.
    case asksRule

    init(_ failure: Failure?) { self = failure.map(Answer.fails) ?? .passes }
  }

  typealias Function = (Value, String, ReferenceRecord) -> Answer

  let function: Function

  /// - Parameter field: The position of the field that the rule judges.
  init(
    _ rule: String, _ node: DefinitionNode?, field: Int, in differential: DifferentialCase
  ) throws {
    let parameters = ReferenceParameters(rule, node, field: field, in: differential)
    let found: Function? =
      switch rule {
      case "required":
        { value, text, _ in
          Answer(value.isBlank || text.isEmpty ? Failure("required") : nil)
        }
      case "blank":
        { value, text, _ in
          Answer(value.isBlank || text.isEmpty ? nil : Failure("blank"))
        }
      case "length": Self.length(parameters)
      case "range": try Self.range(parameters)
      case "between": try Self.between(parameters)
      case "before", "after": try Self.time(rule, parameters)
      case "equals", "notEquals": try Self.equality(rule, parameters)
      case "in", "notIn": try Self.membership(rule, parameters)
      case "pattern": try Self.pattern(parameters)
      case "all", "any", "not": try Self.nested(rule, parameters)
      default: nil
      }
    function = found ?? { _, _, _ in .asksRule }
  }

  private static func length(_ parameters: ReferenceParameters) -> Function? {
    guard parameters["ignore"] == nil,
      parameters["exact"]?.scalar != nil || parameters["exact"] == nil
    else { return nil }
    let exact = parameters.integer("exact")
    let least = exact ?? parameters.integer("min") ?? 0
    let most = exact ?? parameters.integer("max") ?? Int.max
    let unit = parameters["unit"]?.scalar ?? "character"
    return { _, text, record in
      let length: Int
      if case .list = parameters.type {
        guard let items = parameters.items(text, record) else { return .asksRule }
        length = items.count
      } else {
        switch unit {
        case "utf8": length = text.utf8.count
        case "utf16": length = text.utf16.count
        case "scalar": length = text.unicodeScalars.count
        default: length = text.count
        }
      }
      let code =
        length < least ? "length.tooShort" : length > most ? "length.tooLong" : nil
      return Answer(
        code.map {
          Failure(least == most ? "length.different" : $0, [MessageArgument("length", length)])
        })
    }
  }

  private static func range(_ parameters: ReferenceParameters) throws -> Function {
    let bounds = try [
      ("min", "range.tooSmall", [0, 1]), ("minExclusive", "range.notAbove", [1]),
      ("max", "range.tooLarge", [-1, 0]), ("maxExclusive", "range.notBelow", [-1]),
    ].compactMap { name, code, orders in
      try parameters.operand(name).map { ($0, code, orders) }
    }
    return { value, _, record in
      var isKnown = true
      for (operand, code, orders) in bounds {
        guard let order = parameters.order(value, operand, record) else {
          isKnown = false
          continue
        }
        if !orders.contains(order) { return .fails(Failure(code)) }
      }
      return isKnown ? .passes : .undecided
    }
  }

  private static func between(_ parameters: ReferenceParameters) throws -> Function? {
    guard let from = try parameters.operand("from"), let to = try parameters.operand("to") else {
      return nil
    }
    let isInclusive = parameters["inclusive"]?.scalar != "false"
    return { value, _, record in
      let start = parameters.order(value, from, record)
      let end = parameters.order(value, to, record)
      let (first, last) = (start ?? 1, end ?? -1)
      let isInside = isInclusive ? first >= 0 && last <= 0 : first > 0 && last < 0
      if isInside, start == nil || end == nil { return .undecided }
      return Answer(isInside ? nil : Failure("between.outside"))
    }
  }

  private static func time(
    _ rule: String, _ parameters: ReferenceParameters
  ) throws -> Function? {
    guard let operand = try parameters.comparand("date") else { return nil }
    let acceptsEqual = parameters["orEqual"]?.scalar == "true"
    let (right, strictly, loosely) =
      rule == "before"
      ? (-1, "before.notBefore", "before.after") : (1, "after.notAfter", "after.before")
    return { value, _, record in
      guard let order = parameters.order(value, operand, record) else { return .undecided }
      if order == right || acceptsEqual && order == 0 { return .passes }
      return .fails(Failure(acceptsEqual ? loosely : strictly))
    }
  }

  private static func equality(
    _ rule: String, _ parameters: ReferenceParameters
  ) throws -> Function? {
    guard let operand = try parameters.comparand("to"), parameters["normalize"] == nil else {
      return nil
    }
    return { value, text, record in
      guard let isEqual = parameters.isEqual(value, text, operand, record) else {
        return .undecided
      }
      if rule == "equals" { return Answer(isEqual ? nil : Failure("equals.different")) }
      return Answer(isEqual ? Failure("notEquals.same") : nil)
    }
  }

  private static func membership(
    _ rule: String, _ parameters: ReferenceParameters
  ) throws -> Function? {
    guard let values = parameters.listed, parameters["normalize"] == nil else { return nil }
    let ignoresCase = parameters["ignoreCase"]?.scalar == "true"
    func key(_ value: Value, _ text: String) -> [UInt8]? {
      ReferenceValues.key(value, ignoresCase ? ReferenceValues.lowercasedASCII(text) : text)
    }
    let isList = if case .list = parameters.type { true } else { false }
    let listed = try values.map { text in
      key(isList ? .text : try parameters.literal(text).value, text)
    }
    let failure = Failure(rule == "in" ? "in.notListed" : "notIn.listed")
    return { value, text, record in
      var found: [Bool]
      if isList {
        guard let items = parameters.items(text, record) else { return .asksRule }
        found = items.map { listed.contains(key(.text, $0)) }
      } else {
        found = [listed.contains(key(value, text))]
      }
      return Answer(found.contains(rule != "in") ? failure : nil)
    }
  }

  private static func pattern(_ parameters: ReferenceParameters) throws -> Function? {
    // Only patterns with the same meaning in both engines.
    guard let source = parameters["pattern"]?.scalar,
      source.allSatisfy({ $0.isASCII && !"\\$(?:".contains($0) || $0 == "é" })
    else { return nil }
    let mode = parameters["mode"]?.scalar ?? "whole"
    var options: NSRegularExpression.Options = [.useUnixLineSeparators]
    if parameters["ignoreCase"]?.scalar == "true" { options.insert(.caseInsensitive) }
    let expression = try NSRegularExpression(
      pattern: mode == "whole" ? #"\A(?:\#(source))\z"# : source, options: options)
    return { _, text, _ in
      // This engine may take exponential time for a long text.
      guard text.utf8.count < 200 else { return .asksRule }
      let range = NSRange(location: 0, length: text.utf16.count)
      let count = expression.numberOfMatches(in: text, range: range)
      let matches = mode == "once" ? count == 1 : count > 0
      return Answer(matches ? nil : Failure("pattern.mismatch"))
    }
  }

  /// The nested rules, if each is a name or a name with parameters.
  private static func nested(
    _ rule: String, _ parameters: ReferenceParameters
  ) throws -> Function? {
    guard let node = parameters["rules"] else { return nil }
    let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
    var parts: [Function] = []
    for node in nodes {
      var (name, inner) = (node.scalar, DefinitionNode?.none)
      if case .mapping(let entries) = node.content {
        guard entries.count == 1 else { return nil }
        (name, inner) = (entries[0].key, entries[0].value)
      }
      guard let name else { return nil }
      parts.append(
        try ReferenceCheck(name, inner, field: parameters.field, in: parameters.differential)
          .function)
    }
    return { value, text, record in
      if value.isBlank { return .asksRule }
      var first: Failure?
      var passing = 0
      var isUnknown = false
      for part in parts {
        switch part(value, text, record) {
        case .asksRule: return .asksRule
        case .passes: passing += 1
        case .undecided, .excluded, .alone: isUnknown = true
        case .fails(let failure): first = first ?? failure
        }
      }
      switch rule {
      case "all":
        return first == nil && isUnknown ? .undecided : Answer(first)
      case "any":
        return passing == 0 && isUnknown
          ? .undecided : Answer(passing > 0 ? nil : Failure("any.none"))
      default:
        return first == nil && isUnknown
          ? .undecided : Answer(first == nil ? Failure("not.satisfied") : nil)
      }
    }
  }
}
