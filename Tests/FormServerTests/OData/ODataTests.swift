#if Server
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct ODataTests {
  /// The numbers of the records that a query selects.
  private func ids(
    _ client: ReadingClient, _ query: String, as role: AccessGrant.Role = .read
  ) async throws -> [Int] {
    let allowed = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "+"))
    let path =
      "/odata/people?" + (query.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
    let response = try await client.get(path, as: role)
    guard response.status == 200 else { return [-response.status] }
    let page = try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [String: Any]
    return (page?["value"] as? [[String: Any]] ?? []).map { $0["id"] as? Int ?? 0 }
  }

  private static let queries: [(String, [Int])] = [
    ("$filter=id eq 2", [2]), ("$filter=id ne 2", [1, 3]), ("$filter=id gt 1 and id lt 3", [2]),
    ("$filter=id ge 2", [2, 3]), ("$filter=id le 1 or id eq 3", [1, 3]),
    ("$filter=not (id eq 1)", [2, 3]), ("$filter=name eq 'O''Neil'", [2]),
    ("$filter=contains(name,'Ne')", [2]), ("$filter=startswith(name,'An')", [1]),
    ("$filter=endswith(name,'a')", [1]), ("$filter=contains(tolower(name),'NE')", []),
    ("$filter=contains(toupper(name),'NE') eq true", [2]), ("$filter=pay eq null", [3]),
    ("$filter=pay ne null", [1, 2]), ("$filter=pay gt 10", [1]), ("$filter=pay eq 1234.5", [1]),
    ("$filter=pay gt null", []), ("$filter=not (pay gt 10)", [2, 3]),
    ("$filter=born lt 1990-01-01", [2]), ("$filter=born ne 1985-02-01", [1, 3]),
    ("$filter=seen gt 2026-01-02T10:00:00Z", [2]), ("$filter=seen lt 2026-01-02", []),
    ("$filter=active", [1]), ("$filter=active eq false", [2]), ("$filter=not active", [2]),
    ("$filter=First_Seat ge 1.75", [2]), ("$filter=id in (1,3)", [1, 3]),
    ("$filter=name in ('Ana','x')", [1]), ("$filter=name eq ''", [3]),
    ("$filter=1 eq 1", [1, 2, 3]), ("filter=id eq 2", [2]), ("$filter=_submission eq 2", [2]),
    ("$orderby=pay desc", [1, 2, 3]), ("$orderby=pay", [3, 2, 1]),
    ("$orderby=active,id desc", [3, 2, 1]), ("$orderby=name desc&$top=1", [2]),
    ("$orderby=born&$skip=1", [2, 1]), ("$top=0", []), ("$skip=1&$top=1", [2]), ("$skip=9", []),
    ("$filter=id", [-400]), ("$filter=id eq", [-400]), ("$filter=id eq 'x'", [-400]),
    ("$filter=none eq 1", [-400]), ("$filter=(id eq 1", [-400]), ("$filter=id eq 1)", [-400]),
    ("$filter=name eq 'x", [-400]), ("$filter=year(born) eq 1990", [-501]),
    ("$filter=unknown(name) eq 'x'", [-400]),
    ("$filter=email eq 'ana@example.com'", [-403]), ("$orderby=email", [-403]),
    ("$top=-1", [-400]), ("$expand=x", [-501]), ("nothing=1", [-400]), ("$select=none", [-400]),
    ("$filter=1); DROP TABLE submission; --", [-400]), ("$format=xml", [-406]),
  ]

  @Test func queryOptionsAreApplied() async throws {
    try await ReadingServer().run { client in
      // The server starts once for all cases.
      for (query, expected) in Self.queries {
        let found = try await ids(client, query)
        #expect(found == expected, "\(query)")
      }
    }
  }

  /// Fields have the names of constants and operators.
  @Test func wordsOfFiltersAreNoProperties() async throws {
    let definitions = """
      form: people
      fields:
        - {name: id, type: integer}
        - {name: email, type: text}
        - {name: "null", type: text}
        - {name: "not", type: text}
        - {name: eq, type: text}
      ---
      rules: people
      form: people
      """
    let server = try ReadingServer("id,email,null,not,eq\n1,a,a,y,z\n2,b,x,y,w\n", definitions)
    try await server.run { client in
      for (filter, expected) in [
        ("email ne null", [1, 2]), ("email eq null_2", [1]), ("not_2 eq 'y'", [1, 2]),
        ("not (eq eq 'z')", [2]), ("eq eq 'z'", [1]),
      ] {
        let found = try await ids(client, "$filter=\(filter)")
        #expect(found == expected, "\(filter)")
      }
    }
  }

  @Test func sensitiveFieldsRequireARole() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let query = "$filter=email eq 'ana@example.com'&raw=true"
      try await #expect(ids(client, query, as: .correct) == [1])
      try await #expect(ids(client, query, as: .read) == [-403])
      try await #expect(ids(client, "", as: .submit) == [-403])
    }
    try #expect(
      server.reads() == ["t-correct: read current records of people as odata, unmasked"])
  }

  @Test func hostileFiltersAreRefused() async throws {
    try await ReadingServer().run { client in
      for text in [
        String(repeating: "(", count: 3_000), String(repeating: "not ", count: 3_000) + "active",
        String(repeating: "tolower(", count: 300) + "name",
        "'" + String(repeating: "'", count: 99),
        "id eq " + String(repeating: "9", count: 400), "\u{0}", "id eq 1 \u{2028}",
      ] {
        let response = try await ids(client, "$filter=\(text)")
        #expect(response == [-400], "\(text.prefix(20))")
      }
    }
  }

  private static let forwarded: [(headers: [String: String], root: String)] = [
    ([:], "https://localhost"),
    (["X-Forwarded-Host": "data.example:8443"], "https://data.example:8443"),
    (["X-Forwarded-Host": "evil.example, data.example"], "https://data.example"),
    (["X-Forwarded-Host": "data.example, ,"], "https://data.example"),
    (["X-Forwarded-Host": "a\"b"], "https://localhost"),
    (["X-Forwarded-Proto": "http", "X-Forwarded-Prefix": "/app/"], "http://localhost/app"),
    (["X-Forwarded-Prefix": "//evil.example"], "https://localhost"),
  ]

  @Test(arguments: forwarded.indices)
  func linksAreThoseOfTheProxy(_ index: Int) async throws {
    let (names, root) = Self.forwarded[index]
    var headers: HTTPFields = [:]
    for (name, value) in names { headers[HTTPField.Name(name)!] = value }
    for isBehindProxy in [true, false] {
      var configuration = ServerConfiguration.patient
      configuration.isBehindProxy = isBehindProxy
      try await ReadingServer().run(configuration) { [headers] client in
        let page = try await client.get("/odata/people?$top=1", headers)
        let context = "\(isBehindProxy ? root : "http://localhost")/odata/$metadata"
        #expect(page.text.contains("\"@odata.context\":\"\(context)"), "\(page.text)")
      }
    }
  }

  @Test func pagesLinkToTheNextPage() async throws {
    let rows = (1...2_500).map { "\($0 % 900 + 1),N\($0),a@example.com,,,,," }
    let header = "id,name,email,born,pay,active,seen,First Seat\n"
    let definitions = ReadingServer.definitions.replacing("key: [id]\n", with: "")
    let server = try ReadingServer(header + rows.joined(separator: "\n") + "\n", definitions)
    try await server.run { client in
      for query in ["$count=true", "$orderby=id%20desc&$count=true"] {
        var path: String? = "/odata/people?" + query
        var seen: Set<Int> = []
        var pages = 0
        while let next = path {
          let response = try await client.get(next)
          let page = try response.page()
          seen.formUnion(page.submissions)
          if pages == 0 { #expect(response.text.contains("\"@odata.count\":2500,")) }
          pages += 1
          path = page.next
        }
        #expect(pages == 3 && seen.count == 2_500, "\(query)")
      }
      let top = try await client.get("/odata/people?$top=1500")
      #expect(top.text.contains("$top=500&$skiptoken=1000"))
      let small = try await client.get(
        "/odata/people", [HTTPField.Name("Prefer")!: "odata.maxpagesize=10"])
      #expect(small.text.contains("skiptoken=10\""))
      let count = try await client.get("/odata/people/$count?$filter=id%20le%20100")
      #expect(count.text == "299")
    }
  }

  @Test func serviceDocumentAndMetadataAreValid() async throws {
    try await ReadingServer().run { client in
      let service = try await client.get("/odata")
      #expect(
        service.text.contains("{\"name\":\"people\",\"kind\":\"EntitySet\",\"url\":\"people\"}"))
      let metadata = try await client.get("/odata/$metadata")
      #expect(metadata.headers[.contentType] == "application/xml")
      for property in [
        "<Property Name=\"born\" Type=\"Edm.Date\"/>",
        "<Property Name=\"pay\" Type=\"Edm.Decimal\" Precision=\"38\" Scale=\"2\"/>",
        "<Property Name=\"First_Seat\" Type=\"Edm.Double\">",
        "<EntitySet Name=\"people\" EntityType=\"formrec.people\"/>",
      ] { #expect(metadata.text.contains(property)) }
      let record = try await client.get("/odata/people(1)")
      #expect(record.text.contains("\"pay\":1234.50,\"active\":true"))
      try await #expect(client.get("/odata/people(4)").status == 404)
      let anonymous = try await client.get("/odata/people", as: nil)
      #expect(anonymous.status == 401)
      #expect(anonymous.headers[values: .wwwAuthenticate].contains { $0.hasPrefix("Basic") })
      let token = Data("excel:\(client.tokens[.read] ?? "")".utf8).base64EncodedString()
      let basic = try await client.get(
        "/odata/people", as: nil, [.authorization: "Basic \(token)"])
      #expect(basic.status == 200)
      let exact = try await client.get(
        "/odata/people?$top=1", [.accept: "application/json;IEEE754Compatible=true"])
      #expect(exact.text.contains("\"pay\":\"1234.50\""))
    }
  }
}
#endif
