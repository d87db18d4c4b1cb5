#if Server
import FormBytes
import FormRecorder
import FormRules
import Foundation
import HTTPTypes

/// The parameters in the query of a request, of which each occurs at most once.
struct QueryParameters: Sendable {
  private var values: [String: String]
  /// The parameters of the route.
  private let declared: [QueryParameter]

  /// Creates parameters with these values by name.
  init(_ values: [String: String] = [:], declared: [QueryParameter] = []) {
    self.values = values
    self.declared = declared
  }

  /// Reads form-encoded text.
  ///
  /// - Parameter ignoresOthers: Whether parameters that are not declared, or empty, are ignored.
  /// - Throws: A problem with status 400 if a parameter is not declared, so that a misspelled
  ///   filter does not select everything, or if one is repeated or not UTF-8, and 501 if one is
  ///   not supported.
  init(
    _ text: String, declared: [QueryParameter], ignoresOthers: Bool = false
  ) throws(Problem) {
    self.init(declared: declared)
    for (name, value) in text.utf8.formEncodedPairs {
      if ignoresOthers, name.map(declares) != true || value == "" { continue }
      guard let name, let value else {
        throw Problem(.badRequest, "the query is not percent-encoded UTF-8")
      }
      try add(name, value)
    }
  }

  /// Adds a value.
  ///
  /// - Throws: A problem with status 400 if the name is not declared or repeated, or if the value
  ///   is empty and must not be.
  mutating func add(_ name: String, _ value: String) throws(Problem) {
    guard let parameter = declared.first(where: { $0.isNamed(name) }) else {
      throw Problem(.badRequest, "unknown parameter '\(name.displayText)'")
    }
    guard parameter.schema != nil else {
      throw Problem(.notImplemented, "the query option \(parameter.name) is not supported")
    }
    if case .name = parameter.values, value.isEmpty {
      throw Problem(.badRequest, "the parameter '\(parameter.name)' is empty; omit it")
    }
    let key = if case .members = parameter.values { name } else { parameter.name }
    guard values.updateValue(value, forKey: key) == nil else {
      throw Problem(.badRequest, "the parameter '\(key.displayText)' is repeated")
    }
  }

  /// The value of a parameter, or nil if it is absent. A debug build stops if the route does not
  /// declare the parameter.
  subscript(parameter: QueryParameter) -> String? {
    assert(
      declared.contains { $0.name == parameter.name }, "\(parameter.name) is not declared")
    return values[parameter.name]
  }

  /// The value of a required parameter.
  ///
  /// - Throws: A problem with status 400 if it is absent.
  func required(_ parameter: QueryParameter) throws(Problem) -> String {
    assert(parameter.isRequired, "\(parameter.name) is documented as optional")
    guard let value = self[parameter] else {
      throw Problem(.badRequest, "'\(parameter.name)' is required")
    }
    return value
  }

  /// Whether the route declares a parameter with this name.
  func declares(_ name: String) -> Bool { declared.contains { $0.isNamed(name) } }

  /// The keys and texts of a parameter with members, by key.
  func members(of parameter: QueryParameter) -> [(key: String, text: String)] {
    values.filter { parameter.isNamed($0.key) }.sorted { $0.key < $1.key }.map {
      (String($0.key.dropFirst(parameter.name.count + 1).dropLast()), $0.value)
    }
  }

  /// - Throws: A problem with status 400 if the value is not an integer in the parameter's range.
  func integer<Number: FixedWidthInteger>(
    _ parameter: QueryParameter
  ) throws(Problem) -> Number? {
    guard case .integer(let range) = parameter.values, let text = self[parameter] else {
      return nil
    }
    guard let number = Int64(text), range.contains(number) else {
      throw Problem(
        .badRequest,
        "'\(parameter.name)' must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return Number(number)
  }

  /// Whether the value is `true`; false if the parameter is absent.
  ///
  /// - Throws: A problem with status 400 if the value is neither `true` nor `false`.
  func flag(_ parameter: QueryParameter) throws(Problem) -> Bool {
    let value = self[parameter] ?? "false"
    guard value == "true" || value == "false" else {
      throw Problem(.badRequest, "'\(parameter.name)' must be true or false")
    }
    return value == "true"
  }

  /// - Throws: A problem with status 400 if the value is none of the parameter's choices.
  func choice(_ parameter: QueryParameter) throws(Problem) -> String? {
    guard case .choice(let names) = parameter.values, let name = self[parameter] else {
      return nil
    }
    guard names.contains(name) else {
      throw Problem(
        .badRequest, "'\(parameter.name)' must be one of: \(names.joined(separator: ", "))")
    }
    return name
  }

  /// The query with its question mark, sorted by name, or an empty text.
  var text: String { text(of: declared) }

  /// The query with only some parameters.
  func text(of parameters: [QueryParameter]) -> String {
    let kept = values.filter { name, _ in parameters.contains { $0.isNamed(name) } }
    let parts = kept.sorted { $0.key < $1.key }.map {
      "\($0.key.percentEncoded)=\($0.value.percentEncoded)"
    }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  /// The parameters without one of them.
  func removing(_ parameter: QueryParameter) -> QueryParameters {
    var others = self
    others.values[parameter.name] = nil
    return others
  }
}

extension String {
  /// The text percent-encoded for the value of a query parameter (RFC 3986, 2.3).
  var percentEncoded: String { percentEncoded(keeping: "") }
}
#endif
