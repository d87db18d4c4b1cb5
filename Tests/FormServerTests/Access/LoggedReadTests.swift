#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// Reads of submitted values are recorded in the log.
@Suite(.timeLimit(.minutes(10))) struct LoggedReadTests {
  /// The reading routes that send no submitted values, and the reason.
  private static let unrecorded = [
    "/audit/imports/{id}": "counts",
    "/audit/submissions": "numbers, verdicts and codes, without a value",
    "/audit/versions": "definitions and counts",
    "/fix/{form}": "texts of the page",
    "/forms/{form}": "an empty form, except to the holder of a link",
    "/forms/{form}/failures": "numbers and rules",
    "/forms/{form}/imports/{id}": "counts",
    "/forms/{form}/sent/{submission}": "a number",
    "/forms/{form}/submissions": "numbers, verdicts and codes, without a condition",
    "/odata": "names of forms",
    "/odata/{form}/$count": "a count, without a filter",
  ]
  /// The queries of routes that require one, or without which they send no submitted values.
  private static let queries = [
    "/forms/{form}/failures/rows": "?submissions=4", "/forms/{form}/repairs": "?field=id",
    "/forms/{form}/corrections":
      "?format=ndjson&literal=true&dryRun=true&patches=true&accept=all",
  ]
  /// The bodies of routes to which cells are posted in order to read others.
  private static let bodies = [
    "/forms/{form}/repairs": #"{"edits": {}}"#,
    "/forms/{form}/corrections": #"{"submission": 4, "fields": {"name": "De"}}"#,
  ]

  /// Whether a route reads: all that get, and those to which cells are posted for this purpose.
  private static func reads(_ route: Route, _ access: RouteAccess) -> Bool {
    switch access {
    case .permission(.read), .permissionOnAnyForm(.read): true
    case .permissionOrLink, .permissionOrOwnSubmission:
      route.method == .get || bodies[route.path] != nil
    default: false
    }
  }

  @Test func readsOfValuesAreRecorded() async throws {
    let server = try ReadingServer()
    let routes = try FormHTTPServer(server.recorder).routes().declarations.filter {
      Self.reads($0.key, $0.value.access)
    }.keys
    #expect(Set(Self.unrecorded.keys).isSubset(of: routes.map(\.path)))
    try await server.run { client in
      for route in routes {
        let path =
          route.path.replacing("{form}", with: "people").replacing("{id}", with: "1")
          .replacing("{submission}", with: "1") + (Self.queries[route.path] ?? "")
        let before = try server.reads().count
        let response = try await client.send(
          route.method, path, as: .admin, [.contentType: ContentType.json],
          Self.bodies[route.path] ?? "")
        #expect(response.status == 200, "\(route.path)")
        let isRecorded = try server.reads().count == before + 1
        #expect(isRecorded == (Self.unrecorded[route.path] == nil), "\(route.path)")
      }
    }
  }

  /// The failures of corrections show no values, not even the frequent one that a rule found in
  /// other records.
  @Test func verdictsOfCorrectionsAreNotRecorded() async throws {
    let rows = (1...4).map { "\($0),birmingham\n" }.joined()
    let server = try ReadingServer(
      "id,name\n\(rows)5,birminghxm\n",
      """
      form: people
      fields: [{name: id, type: integer}, {name: name, type: text}]
      ---
      rules: people
      form: people
      fields: {name: [{resembles: {times: 2, least: 3}}]}
      """)
    try await server.run { client in
      let response = try await client.send(
        .post, "/forms/people/corrections?format=ndjson&literal=true&dryRun=true&verdicts=true",
        as: .admin, [.contentType: ContentType.json],
        #"{"submission": 5, "fields": {"name": "birminghax"}}"#)
      #expect(response.status == 200, "\(response.text)")
      #expect(response.text.contains(#""rule":"name.resembles""#), "\(response.text)")
      #expect(!response.text.contains("birmingham"), "\(response.text)")
    }
    #expect(try server.reads().isEmpty)
  }

  /// The results of searches and counts reveal values, also if there are too many.
  @Test(
    arguments: [
      ("/forms/people/submissions?where[name]=Ana", .read, 200, "submissions of people by name"),
      ("/forms/people/submissions?where[name]=None", .read, 200, "submissions of people by name"),
      (
        "/forms/people/submissions?where[id]=1&where[email]=ana@example.com", .correct, 200,
        "submissions of people by email, id, unmasked"
      ),
      (
        "/forms/people/submissions?where[active]=yes", .read, 400,
        "submissions of people by active"
      ),
      ("/audit/submissions?field=name&value=Ana", .read, 200, "submissions of people by name"),
      (
        "/odata/people/$count?$filter=startswith(name,'A')", .read, 200,
        "number of current records of people with a filter"
      ),
      (
        "/odata/people/$count?raw=true&$filter=startswith(email,'a')", .correct, 200,
        "number of current records of people with a filter, unmasked"
      ),
    ] as [(String, AccessGrant.Role, Int, String)])
  func searchesAreRecorded(
    path: String, role: AccessGrant.Role, status: Int, read: String
  ) async throws {
    let server = try ReadingServer()
    var configuration = ServerConfiguration.patient
    configuration.maximumFound = 2
    try await server.run(configuration) { client in
      let response = try await client.get(path, as: role)
      #expect(response.status == status, "\(response.text)")
    }
    #expect(try server.reads() == ["t-\(role.rawValue): read \(read)"])
  }
}
#endif
