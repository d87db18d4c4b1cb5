#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes

@testable import FormServer

/// The random requests of people who read.
extension SensitiveStore {
  /// A request that reads.
  private struct Read {
    var method = HTTPRequest.Method.get
    var path: String
    var headers: HTTPFields = [:]
    var body = ""
    /// Whether its result reveals sensitive values, so that it is refused without the permission
    /// to see them.
    var comparesSensitive = false
  }

  /// Sends a random request of a random person. Returns what the person must not learn from the
  /// response, or nil.
  func violation() async throws -> String? {
    let person = people.randomElement(using: &random)!
    var read = try randomRead(of: person)
    if Bool.random(using: &random), let posted = try postedRead(of: person) { read = posted }
    let (status, bytes) = try await send(read, as: person)
    note("\(person.name): \(read.method.rawValue) \(read.path) \(read.body) → \(status)")
    if read.comparesSensitive, !person.seesSensitive, status == 200 {
      return "the response depends on a sensitive value"
    }
    let seen = markers(in: bytes).filter { !allows(person, $0) }
    if seen.isEmpty { return nil }
    let names = seen.map { marker in
      let column = marker.field.map { fields[$0].name } ?? "a masked column"
      return "\(marker.text) in \(column)"
    }
    return "\(person.name) sees \(names): \(String(decoding: bytes.prefix(10_000), as: UTF8.self))"
  }

  /// The markers that an administrator finds, and whether a reader gets masks instead. Without
  /// either, the law would hold for nothing.
  func shownCells() async throws -> (markers: Int, hasMasks: Bool) {
    let administrator = people.first { $0.name == AccessGrant.Role.admin.rawValue }!
    let reader = people.first { $0.name == AccessGrant.Role.read.rawValue }!
    let path = "/forms/people/all?format=ndjson"
    let raw = try await send(Read(path: "\(path)&raw=true"), as: administrator).bytes
    let masked = try await send(Read(path: path), as: reader).bytes
    let text = String(decoding: masked, as: UTF8.self)
    return (markers(in: raw).count, text.contains("•••"))
  }

  private func send(
    _ read: Read, as person: Person
  ) async throws -> (status: Int, bytes: [UInt8]) {
    var headers = person.headers
    for field in read.headers { headers[field.name] = field.value }
    let response = try await FormHTTPServer(core).response(
      to: read.method, read.path, headers: headers, body: Array(read.body.utf8))
    return (response.status.code, response.body)
  }

  // MARK: Routes

  private func randomRead(of person: Person) throws -> Read {
    let (route, parameters) = routes.randomElement(using: &random)!
    let version = Int.random(in: 1...versions.count, using: &random)
    var forms = ["people", "people", "people@\(version)", "other"]
    if route.path == "/odata/{form}" {
      forms = try ["people", "people(\(randomSubmission()))", "$metadata", "other"]
    }
    var submission = try randomSubmission()
    if let sent = person.sent, Bool.random(using: &random) { submission = Int(sent.submission) }
    let number = Int.random(in: 1...max(imports.count, 6), using: &random)
    var read = Read(
      path: route.path
        .replacing("{form}", with: forms.randomElement(using: &random)!)
        .replacing("{submission}", with: String(submission))
        .replacing("{id}", with: String(route.path.contains("/imports/") ? number : submission)))
    var items: [(name: String, text: String)] = []
    for parameter in parameters
    where parameter.isRequired || Int.random(in: 0..<4, using: &random) == 0 {
      if let item = try randomItem(for: parameter, of: person) { items.append(item) }
    }
    read.comparesSensitive = comparesSensitive(items, path: read.path)
    if !items.isEmpty {
      read.path += "?" + items.map { "\($0.name)=\($0.text.percentEncoded)" }.joined(separator: "&")
    }
    let types = [ContentType.json, "text/html", "text/csv", "*/*"]
    read.headers[.accept] = types.randomElement(using: &random)!
    return read
  }

  /// A random value of a parameter, or nil if it is left out.
  private func randomItem(
    for parameter: QueryParameter, of person: Person
  ) throws -> (name: String, text: String)? {
    let (field, marker) = randomField()
    switch parameter.values {
    case .flag: return (parameter.name, "true")
    // Markers are found in UTF-8 only.
    case .choice where parameter.name == "encoding": return nil
    case .choice(let names): return (parameter.name, names.randomElement(using: &random)!)
    case .integer: return (parameter.name, String(Int.random(in: 1...6, using: &random)))
    case .members: return ("\(parameter.name)[\(field)]", marker ?? "Ana")
    case .unsupported: return nil
    case .name, .text: break
    }
    switch parameter.name {
    case "code": return (parameter.name, person.sent?.code ?? "range.tooLarge")
    case "rule":
      let rules = ["id.range", "\(fields[Self.secret].name).length"]
      return (parameter.name, rules.randomElement(using: &random)!)
    case "rules", "form", "name": return (parameter.name, "people")
    case "kind": return (parameter.name, "form")
    case "since": return (parameter.name, "2026-01-01")
    case "sort", "field": return (parameter.name, field)
    // The page of the search repeats the value, so it is no marker.
    case "value": return (parameter.name, "Ana")
    case "submissions":
      let numbers = try (0..<3).map { _ in String(try randomSubmission()) }
      return (parameter.name, numbers.joined(separator: ","))
    case "$filter":
      let filters = ["startswith(\(field),'zqz')", "\(field) gt 5", "\(field) ne null"]
      return (parameter.name, filters.randomElement(using: &random)!)
    case "$orderby": return (parameter.name, "\(field) desc")
    case "$select": return (parameter.name, "_submission,\(field)")
    default: return nil
    }
  }

  /// A field under any of its names, with one of its markers, or a column that is no field.
  private func randomField() -> (name: String, marker: String?) {
    let position = Int.random(in: -1...fields.count, using: &random)
    guard fields.indices.contains(position) else { return (position < 0 ? "name" : "extra", nil) }
    return (fields[position].names.randomElement(using: &random)!, knownText(ofField: position))
  }

  /// Whether a query searches or sorts the form by a masked column.
  private func comparesSensitive(_ items: [(name: String, text: String)], path: String) -> Bool {
    let masked = fields.filter(\.isSensitive).flatMap(\.names) + ["extra"]
    func text(_ name: String) -> String? { items.first { $0.name == name }?.text }
    if path == "/audit/submissions" {
      // Without these, the page searches nothing.
      guard let field = text("field"), text("form") != nil, text("value") != nil else {
        return false
      }
      return masked.contains(field)
    }
    guard path.contains("/people") else { return false }
    return masked.contains { name in
      text("where[\(name)]") != nil
        || ["$filter", "$orderby"].contains { text($0)?.contains(name) == true }
    }
  }

  // MARK: Posted reads

  /// A request of the holder of a link that posts cells in order to read others.
  private func postedRead(of person: Person) throws -> Read? {
    guard let link = person.link else { return nil }
    var read = Read(method: .post, path: "")
    read.headers[.contentType] = ContentType.json
    let field = fields.randomElement(using: &random)!.name
    switch link {
    case .record:
      read.path = "/forms/people/validation"
      read.body = #"{"event":"input","visited":["hours"],"values":[["hours","1"]]}"#
    case .importFailures where Bool.random(using: &random):
      let repairs = ["", #","repair":"trim""#, #","repair":{"others":"name"}"#]
      read.path = "/forms/people/repairs?field=\(field)"
      read.body = #"{"edits":{}\#(repairs.randomElement(using: &random)!)}"#
    case .importFailures:
      read.path =
        "/forms/people/corrections?format=ndjson&literal=true&dryRun=true&patches=true"
        + "&verdicts=true&accept=all"
      read.headers[.contentType] = "application/x-ndjson"
      read.body = try #"{"submission":\#(randomSubmission()),"fields":{"\#(field)":"5"}}"#
    }
    return read
  }
}
#endif
