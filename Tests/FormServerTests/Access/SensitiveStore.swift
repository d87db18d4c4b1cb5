#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// A server with random records whose cells are markers, the people who read from it, and a model
/// of the markers that each of them may see.
final class SensitiveStore {
  /// A field of the form `people` whose cells are markers.
  struct MarkedField {
    /// Its names in all versions of the form, the current one last.
    var names: [String]
    let type: String
    /// Whether the latest version declares it sensitive.
    var isSensitive: Bool

    var name: String { names[names.count - 1] }
  }

  /// A text or number that occurs in one record only.
  struct Marker {
    /// The number of first characters by which a marker is recognized.
    static let length = 15

    let text: String
    /// The position of its field. Nil: it is in a column that no version names, or in a malformed
    /// record, both of which are masked because the form has sensitive fields.
    let field: Int?
    /// The submission that contains it, if its sender has the code of the page after it.
    var submission: Int64?
  }

  /// Someone who sends requests.
  struct Person {
    /// What a link shows to its holder.
    enum Link {
      case importFailures
      /// The holder's own record, with this `id`.
      case record(id: String)
    }

    let name: String
    var headers: HTTPFields = [:]
    /// Whether a role includes the permission to see sensitive cells of the form.
    var seesSensitive = false
    /// The submission that the person sent with the page of the form, and the code of the page
    /// after it.
    var sent: (submission: Int64, code: String)?
    var link: Link?
  }

  // The positions of the fields.
  static let secret = 0
  static let salary = 1
  static let total = 2
  static let note = 3
  /// Salaries above it are rejected.
  private static let maximumSalary = 770_500_000_000_000

  let folder: TemporaryFolder
  let recorder: Recorder
  let core: ServerCore
  private let clock = TestClock()
  /// The routes that read, in the order of their paths.
  let routes: [(route: Route, query: [QueryParameter])]
  let tokens: [AccessGrant.Role: String]

  var random: SeededGenerator
  var fields = [
    MarkedField(names: ["secret"], type: "text", isSensitive: true),
    MarkedField(names: ["salary"], type: "integer", isSensitive: true),
    MarkedField(names: ["total"], type: "integer", isSensitive: true),
    MarkedField(names: ["note"], type: "text", isSensitive: false),
  ]
  /// The fields of each version of the form.
  var versions: [[MarkedField]] = []
  /// The markers by their first characters.
  private var markers: [String: Marker] = [:]
  /// The markers of each field.
  private var texts: [Int: [String]] = [:]
  var people: [Person] = [Person(name: "everyone")]
  /// The records that were sent with the page of the form, and can be changed with a link.
  var senders: [(submission: Int64, id: String)] = []
  /// The imports.
  var imports: [Int64] = []
  private(set) var history: [String] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder(EmptyStore.contents.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    var configuration = ServerConfiguration.patient
    configuration.publicForms = ["people"]
    (configuration.signInsPerMinute, configuration.validationsPerMinute) = (100_000, 100_000)
    core = ServerCore(recorder, configuration, clock: ServerClock(now: clock.clock.now))
    let declarations = FormHTTPServer(core).routes().declarations
    routes = declarations.filter { route, declaration in
      route.method == .get && declaration.access != .everyone
    }.map { (route: $0.key, query: $0.value.query) }.sorted { $0.route.path < $1.route.path }
    var tokens: [AccessGrant.Role: String] = [:]
    for role in AccessGrant.Role.allCases {
      tokens[role] = try recorder.grantToken(
        AccessRequest(name: role.rawValue, role: role)
      ).token
    }
    self.tokens = tokens
    try applyDefinitions()
    for role in AccessGrant.Role.allCases {
      people.append(
        Person(
          name: role.rawValue, headers: [.authorization: "Bearer \(tokens[role] ?? "")"],
          seesSensitive: role.allows(.correct)))
    }
    for role in [AccessGrant.Role.read, .correct] {
      let name = "\(role.rawValue) of other"
      let token = try recorder.grantToken(
        AccessRequest(name: name, role: role, form: "other")
      ).token
      people.append(Person(name: name, headers: [.authorization: "Bearer \(token)"]))
    }
  }

  /// Stores a version of the form with the fields, and of its rules.
  func applyDefinitions() throws {
    let salary = fields[Self.salary].name
    let entries = fields.enumerated().map { position, field in
      var options = "name: \(field.name), type: \(field.type)"
      if field.names.count > 1 {
        options += ", aliases: [\(field.names.dropLast().joined(separator: ", "))]"
      }
      if field.isSensitive { options += ", sensitive: true" }
      if position == Self.total { options += ", value: \(salary) * 2" }
      return "  - {\(options)}"
    }
    // The messages of some rules concern the value itself or another field.
    let yaml = """
      form: people
      edit: {days: 30}
      key: [id]
      fields:
        - {name: id, type: integer, required: true}
        - {name: hours, type: integer}
        - {name: name, type: text}
      \(entries.joined(separator: "\n"))
      ---
      rules: people
      form: people
      fields:
        id: [{range: {max: 1000}}]
        hours: [{range: {min: {field: \(salary)}}, severity: warning}]
        \(fields[Self.secret].name):
          - length: {max: 24}
            message: "{label} {value} is too long"
        \(salary): [{range: {max: \(Self.maximumSalary)}}]
        \(fields[Self.note].name):
          - equals: {field: \(fields[Self.secret].name)}
            severity: warning
      ---
      form: other
      fields: [{name: a, type: integer}]
      ---
      rules: other
      form: other
      """
    _ = try recorder.apply(DefinitionSet(yaml: yaml))
    versions.append(fields)
    letChangesTakeEffect()
  }

  /// Lets grants and definitions take effect in the server.
  func letChangesTakeEffect() {
    clock.advance(by: .seconds(core.configuration.changeDelay + 1))
  }

  func note(_ line: String) { history.append(line) }

  // MARK: Markers

  /// A new text, which is longer than the rules allow if `isTooLong`.
  func newText(isTooLong: Bool = false) -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxy23456789")
    let text = String((3..<Marker.length).map { _ in letters.randomElement(using: &random)! })
    return "zqz\(text)" + (isTooLong ? "-and-more-text" : "")
  }

  /// A new number of 15 digits, half of which the rules reject.
  func newNumber() -> Int {
    770_000_000_000_000 + Int.random(in: 1...999_999_999_999, using: &random)
  }

  func remember(_ new: [Marker]) {
    for marker in new {
      markers[String(marker.text.prefix(Marker.length))] = marker
      if let field = marker.field { texts[field, default: []].append(marker.text) }
    }
  }

  /// A text of a field that was sent.
  func knownText(ofField field: Int) -> String? { texts[field]?.randomElement(using: &random) }

  /// The markers in a response.
  func markers(in bytes: [UInt8]) -> [Marker] {
    var found: [Marker] = []
    for start in bytes.indices.dropLast(Marker.length - 1) {
      switch (bytes[start], bytes[start + 1]) {
      // The beginnings of `newText`, `newNumber` and twice that number.
      case (UInt8(ascii: "z"), UInt8(ascii: "q")), (UInt8(ascii: "7"), UInt8(ascii: "7")),
        (UInt8(ascii: "1"), UInt8(ascii: "5")):
        break
      default: continue
      }
      let text = String(decoding: bytes[start..<start + Marker.length], as: UTF8.self)
      if let marker = markers[text] { found.append(marker) }
    }
    return found
  }

  /// Whether a person may see a marker.
  func allows(_ person: Person, _ marker: Marker) -> Bool {
    if let field = marker.field, !fields[field].isSensitive { return true }
    return person.seesSensitive
      || marker.submission != nil && marker.submission == person.sent?.submission
  }
}
#endif
