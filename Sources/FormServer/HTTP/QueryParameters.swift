#if Server
  import FormRecorder
  import FormRules
  import Foundation
  import Hummingbird

  /// The parameters in the query of a request. Each name may occur only once, and each parameter
  /// must be documented by the route, so that a misspelt filter is an error instead of selecting
  /// everything.
  struct QueryParameters: Hashable {
    private let values: [String: String]

    /// - Throws: A problem with status 400 if a parameter is unknown, repeated or not UTF-8.
    init(of request: Request, allowing names: Set<String>) throws(Problem) {
      try self.init(request) { names.contains($0) }
    }

    /// - Parameter isAllowed: Whether the route documents a parameter.
    init(_ request: Request, where isAllowed: (String) -> Bool) throws(Problem) {
      try self.init(request.uri.query ?? "", where: isAllowed)
    }

    /// Creates parameters with these values.
    init(_ values: [(name: String, value: String)]) {
      self.values = Dictionary(values.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// Reads form-encoded text.
    init(_ text: String, where isAllowed: (String) -> Bool) throws(Problem) {
      var values: [String: String] = [:]
      for part in text.split(separator: "&") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = String(pair[0]).decodedFromForm,
          let value = pair.count == 2 ? String(pair[1]).decodedFromForm : ""
        else { throw Problem(.badRequest, "the query is not percent-encoded UTF-8") }
        guard isAllowed(name) else {
          throw Problem(.badRequest, "unknown parameter '\(name.displayText)'")
        }
        guard values.updateValue(value, forKey: name) == nil else {
          throw Problem(.badRequest, "the parameter '\(name.displayText)' is repeated")
        }
      }
      self.values = values
    }

    /// The value of a parameter, or nil if it is absent.
    subscript(name: String) -> String? { values[name] }

    /// The names and values of the parameters whose names have the form `prefix[name]`, by name.
    func members(of prefix: String) -> [(name: String, value: String)] {
      values.keys.sorted().compactMap { key in
        guard key.hasPrefix(prefix + "["), key.hasSuffix("]") else { return nil }
        return (String(key.dropFirst(prefix.count + 1).dropLast()), values[key] ?? "")
      }
    }

    /// - Throws: A problem with status 400 if the value is not an integer in the range.
    func integer<Number: FixedWidthInteger>(
      _ name: String, in range: ClosedRange<Number>
    ) throws(Problem) -> Number? {
      guard let text = values[name] else { return nil }
      guard let number = Number(text), range.contains(number) else {
        throw Problem(
          .badRequest,
          "'\(name)' must be an integer from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }

    /// - Throws: A problem with status 400 if the value is neither `true` nor `false`.
    func flag(_ name: String) throws(Problem) -> Bool? {
      switch values[name] {
      case nil: nil
      case "true": true
      case "false": false
      default: throw Problem(.badRequest, "'\(name)' must be true or false")
      }
    }

    /// A relative reference to the same page after a submission.
    func link(after submission: Int64) -> String {
      let others = values.filter { $0.key != "after" }.sorted { $0.key < $1.key }
      let parts = others.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }
      return "?" + (parts + ["after=\(submission)"]).joined(separator: "&")
    }

    /// The numbers of submissions, imports and runs.
    static let numbers: ClosedRange<Int64> = 1...Recorder.largestNumber

    /// The parameters `after` and `limit`, which select a page of submissions.
    func page() throws(Problem) -> (after: Int64, limit: Int?) {
      let largest = Self.numbers.upperBound
      return (
        try integer("after", in: 0...largest) ?? 0, try integer("limit", in: 1...Int(largest))
      )
    }

    /// The filters of an export.
    static let selectionNames: Set<String> = ["import", "source", "batch", "since", "rule", "run"]

    /// The submissions of a form that the filters select.
    func selection(ofForm form: String) throws(Problem) -> SubmissionSelection {
      var selection = SubmissionSelection.all
      selection.form = form
      selection.importID = try integer("import", in: Self.numbers)
      selection.runID = try integer("run", in: Self.numbers)
      selection.source = values["source"]
      selection.batch = values["batch"]
      selection.rule = values["rule"]
      if let since = values["since"] {
        guard let instant = Instant(timeOrStartOfDay: since) else {
          throw Problem(
            .badRequest, "'since' must be a date such as 2026-08-31 or a time in RFC 3339")
        }
        selection.since = instant
      }
      return selection
    }
  }

  extension Request {
    /// The parameters in the query of a page, which links from other sites may extend.
    ///
    /// - Throws: A problem with status 400 if a parameter is repeated or not UTF-8.
    var query: QueryParameters {
      get throws(Problem) { try QueryParameters(self) { _ in true } }
    }
  }

  extension String {
    /// The text percent-encoded for the value of a query parameter (RFC 3986, 2.3).
    var percentEncoded: String {
      addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }

    /// The text of a form-encoded name or value, in which `+` is a blank.
    fileprivate var decodedFromForm: String? {
      replacing("+", with: " ").removingPercentEncoding
    }
  }

  extension CharacterSet {
    fileprivate static let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  }
#endif
