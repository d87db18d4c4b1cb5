#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The random changes of the store.
extension SensitiveStore {
  private enum Change: CaseIterable {
    case page, json, file, correction, ownChange, replay, rename, newSensitive, ownLink, importLink
  }

  /// The changes with which each store begins.
  func begin() async throws {
    try importFile()
    try await sendPage()
  }

  func change() async throws {
    switch Change.allCases.randomElement(using: &random)! {
    case .page: try await sendPage()
    case .json: try await sendJSON()
    case .file: try importFile()
    case .correction: try await correct()
    case .ownChange: try await changeOwnRecord()
    case .replay: try replay()
    case .rename: try rename()
    case .newSensitive:
      guard !fields[Self.note].isSensitive else { return }
      fields[Self.note].isSensitive = true
      note("\(fields[Self.note].name) becomes sensitive")
      try applyDefinitions()
    case .ownLink: try await grantOwnLink()
    case .importLink: try await grantImportLink()
    }
  }

  /// The values of a new record under the names of a version's fields, with new markers.
  private func newRecord(
    _ fields: [MarkedField]
  ) -> (values: [(name: String, text: String)], markers: [Marker]) {
    let secret = newText(isTooLong: Int.random(in: 0..<3, using: &random) == 0)
    let salary = newNumber()
    let texts = [
      (field: Self.secret, text: secret), (field: Self.salary, text: String(salary)),
      (field: Self.note, text: newText()),
    ]
    let id = String(Int.random(in: 1...1_050, using: &random))
    var values = [
      (name: "id", text: id), (name: "name", text: "Ana"),
      (name: "hours", text: String(Int.random(in: 1...9, using: &random))),
    ]
    for (field, text) in texts { values.append((name: fields[field].name, text: text)) }
    let computed = Marker(text: String(2 * salary), field: Self.total)
    return (values, texts.map { Marker(text: $0.text, field: $0.field) } + [computed])
  }

  // MARK: Records

  private func sendPage() async throws {
    let (values, markers) = newRecord(fields)
    let client = PageClient(core: core)
    let response = try await client.send(
      values.map { (ControlName.control(of: $0.name), $0.text) }, to: "people")
    let location = response.headers[.location] ?? ""
    note("page \(values.map { "\($0.name)=\($0.text)" }) → \(response.status) \(location)")
    // A rejected record is shown again. Its page has a secret address, which is not requested.
    guard let sent = location.firstMatch(of: /\/sent\/([0-9]+)\?code=([^&]+)/),
      let submission = Int64(sent.1)
    else { return remember(markers) }
    remember(markers.map { Marker(text: $0.text, field: $0.field, submission: submission) })
    let code = String(sent.2)
    people.append(
      Person(
        name: "sender of \(submission)",
        sent: (submission, code.removingPercentEncoding ?? code)))
    senders.append((submission, values[0].text))
  }

  /// Sends a record with a column that is no field, perhaps under an earlier version.
  private func sendJSON() async throws {
    let version = Int.random(in: 1...versions.count, using: &random)
    let (values, markers) = newRecord(versions[version - 1])
    let other = newText()
    let members = (values + [(name: "extra", text: other)]).map { "\"\($0.name)\":\"\($0.text)\"" }
    let response = try await FormHTTPServer(core).response(
      to: .post, "/forms/people@\(version)/submissions",
      headers: [
        .contentType: ContentType.json, .authorization: "Bearer \(tokens[.submit] ?? "")",
      ], body: Array("{\(members.joined(separator: ","))}".utf8))
    note("JSON of version \(version): \(members) → \(response.status.code)")
    remember(markers + [Marker(text: other, field: nil)])
  }

  /// Imports a file whose columns have any names of the fields, in random order.
  private func importFile() throws {
    var named = fields
    for position in named.indices {
      named[position].names = [named[position].names.randomElement(using: &random)!]
    }
    let order = (0..<7).shuffled(using: &random)
    var lines: [String] = []
    for line in 0..<Int.random(in: 1...4, using: &random) {
      var (values, markers) = newRecord(named)
      let other = newText()
      values.append((name: "extra", text: other))
      markers.append(Marker(text: other, field: nil))
      var cells = order.map { values[$0].text }
      if line == 0 { lines.append(order.map { values[$0].name }.joined(separator: ",")) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        cells.removeLast()
        markers = markers.map { Marker(text: $0.text, field: nil) }
      }
      lines.append(cells.joined(separator: ","))
      remember(markers)
    }
    let text = lines.joined(separator: "\n") + "\n"
    let path = try folder.write(text, to: "import-\(imports.count).csv")
    var request = ImportRequest(path: path)
    request.form = VersionReference("people")
    request.input.delimiter = ","
    let report = try recorder.importFile(request)
    imports.append(try #require(report.importID))
    note("import \(report.importID ?? 0)\n\(text)")
  }

  /// A steward corrects a submission with a value of their own, which its sender may not see.
  private func correct() async throws {
    let number = try randomSubmission()
    let text = newText()
    let name = fields[Self.secret].name
    let response = try await FormHTTPServer(core).response(
      to: .patch, "/forms/people/submissions/\(number)",
      headers: [
        .contentType: ContentType.json, .authorization: "Bearer \(tokens[.correct] ?? "")",
      ], body: Array(#"{"\#(name)": "\#(text)"}"#.utf8))
    note("correction of \(number) by \(text) → \(response.status.code)")
    remember([Marker(text: text, field: Self.secret)])
  }

  /// The holder of a link changes a sensitive field of the record.
  private func changeOwnRecord() async throws {
    let holders = people.filter { if case .record = $0.link { true } else { false } }
    guard let holder = holders.randomElement(using: &random), case .record(let id) = holder.link
    else { return }
    let client = PageClient(core: core)
    let page = try await client.get("/forms/people", holder.headers)
    let token = try #require(
      page.text.firstMatch(of: /name="[^"]*token[^"]*" value="([^"]+)"/)?.1, "\(page.text)")
    let text = newText()
    remember([Marker(text: text, field: Self.secret)])
    let values = [
      (ControlName.token, String(token)), ("id", id), ("name", "Eva"), ("hours", "8"),
      (fields[Self.secret].name, text),
    ]
    let body = values.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }
    let response = try await client.post(
      "/forms/people/submissions", body.joined(separator: "&"), holder.headers)
    note("\(holder.name) enters \(text) → \(response.status)")
  }

  /// The number of a submission.
  func randomSubmission() throws -> Int {
    let count = try recorder.submissionCount(.all, .all)
    return Int.random(in: 1...max(1, count), using: &random)
  }

  // MARK: Definitions

  private func replay() throws {
    var request = ReplayRequest()
    request.form = VersionReference("people")
    _ = try recorder.replay(request)
    note("replay")
  }

  private func rename() throws {
    let position = Int.random(in: fields.indices, using: &random)
    let name = "\(fields[position].names[0])\(versions.count + 1)"
    note("\(fields[position].name) becomes \(name)")
    fields[position].names.append(name)
    try applyDefinitions()
  }

  // MARK: Links

  private func grantOwnLink() async throws {
    guard let (submission, id) = senders.randomElement(using: &random) else { return }
    let secret = "secret-\(people.count)"
    _ = try recorder.grantLink(secret, toSubmission: submission, days: 30)
    try await open(
      AccessGrant.path(ofLink: secret), name: "holder of the link to submission \(submission)",
      .record(id: id))
  }

  private func grantImportLink() async throws {
    guard let importID = imports.randomElement(using: &random) else { return }
    let role: AccessGrant.Role = Bool.random(using: &random) ? .correct : .read
    let name = "holder \(people.count) of a link to import \(importID)"
    let (_, path) = try recorder.grantLink(
      AccessRequest(name: name, role: role), toImport: importID)
    try await open(path, name: name, .importFailures)
  }

  /// Begins the session of a link.
  private func open(_ path: String, name: String, _ link: Person.Link) async throws {
    letChangesTakeEffect()
    let client = PageClient(core: core)
    let opened = try await client.get(path)
    try #require(opened.status == 303, "\(opened.text)")
    let cookie = try #require(opened.headers[.setCookie])
    var headers: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
    let page = try await client.get(try #require(opened.headers[.location]), headers)
    let token = try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1, "\(page.text)")
    headers[.csrfToken] = String(token)
    people.append(Person(name: name, headers: headers, link: link))
    note(name)
  }
}
#endif
