#if Server
import FormDefinitions
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Repairs of the page that are kept for later deliveries of a source.
@Suite(.timeLimit(.minutes(10))) struct KeptRepairTests {
  private static let definitions = """
    form: visits
    fields:
      - {name: id, type: integer, required: true}
      - {name: site, type: text}
      - {name: city, type: text}
      - {name: country, type: text}
      - {name: day, type: date}
      - {name: fee, type: decimal}
      - {name: code, type: text}
      - {name: card, type: text, sensitive: true}
    ---
    rules: visits
    form: visits
    fields:
      country:
        - in: [Norway, Sweden]
      city: [required]
      code:
        - pattern: "[A-Z]{2}"
      card:
        - pattern: "[0-9]+"
    """

  /// Seven kinds of faults in records 3 to 9.
  private static func file(from first: Int) -> String {
    let rows = [
      "A,Oslo,Norway,2026-01-31,1,AB,1", "A,Oslo,Norway,2026-01-31,1,AB,1",
      "B,Umea,NO,2026-01-31,1,AB,1", "B,Umea,Swedn,2026-01-31,1,AB,1",
      "B,Umea,Sweden,31/01/2026,1,AB,1", "B,Umea,Sweden,2026-01-31,\"1.234,50 EUR\",AB,1",
      "B,Umea,Sweden,2026-01-31,1,A B,1", "A,,Norway,2026-01-31,1,AB,1",
      "B,Umea,Sweden,2026-01-31,1,AB,x",
    ]
    return "id,site,city,country,day,fee,code,card\n"
      + rows.enumerated().map { "\($0.offset + first),\($0.element)\n" }.joined()
  }

  /// The repairs that a person applies, by field.
  private static let repairs = [
    ("country", #"{"replace": {"NO": "Norway"}}"#), ("country", #""nearest""#),
    ("day", #""dayFirst""#), ("fee", #""comma""#), ("code", #""blanks""#),
    ("city", #"{"others": "site"}"#),
  ]

  private struct Case {
    let folder: TemporaryFolder
    let recorder: Recorder
    let client: ReadingClient

    init() throws {
      folder = try TemporaryFolder()
      recorder = Recorder(database: folder.path("forms.sqlite"))
      _ = try recorder.apply(DefinitionSet(yaml: KeptRepairTests.definitions))
      var tokens: [AccessGrant.Role: String] = [:]
      for role in AccessGrant.Role.allCases {
        tokens[role] = try recorder.grantToken(
          AccessRequest(name: "t-\(role.rawValue)", role: role)
        ).token
      }
      client = try ReadingClient(server: FormHTTPServer(recorder, .patient), tokens: tokens)
    }

    func deliver(from first: Int) throws -> ImportReport {
      var request = ImportRequest(
        path: try folder.write(KeptRepairTests.file(from: first), to: "v\(first).csv"))
      request.source = "north"
      return try recorder.importFile(request)
    }

    func keep(
      _ repairs: String, of source: String = "north", as role: AccessGrant.Role = .admin
    ) async throws -> ReadingClient.Response {
      try await client.send(
        .post, "/forms/visits/repairs/keep?source=\(source)", as: role,
        [.contentType: ContentType.json], repairs)
    }
  }

  /// A person applies repairs of several kinds, and keeps them: the next delivery with the same
  /// faults has no failure of the repaired kinds.
  @Test func nextDeliveryIsRepaired() async throws {
    let test = try Case()
    #expect(try test.deliver(from: 1).rejected == 7)
    var edits: [Int: [String: String]] = [:]
    for (field, repair) in Self.repairs {
      let all = try #require(
        String(
          data: JSONEncoder().encode(edits.map { (String($0), $1) }.dictionary), encoding: .utf8))
      let response = try await test.client.send(
        .post, "/forms/visits/repairs?import=1&field=\(field)", as: .admin,
        [.contentType: ContentType.json], #"{"edits": \#(all), "repair": \#(repair)}"#)
      #expect(response.status == 200, "\(response.text)")
      for found in response.text.matches(of: /\[([0-9]+),"([^"]*)"\]/) {
        edits[Int(found.1)!, default: [:]][field] = String(found.2)
      }
    }
    #expect(
      edits == [
        3: ["country": "Norway"], 4: ["country": "Sweden"], 5: ["day": "2026-01-31"],
        6: ["fee": "1234.50"], 7: ["code": "AB"], 8: ["city": "Oslo"],
      ])
    let kept = try await test.keep(
      "{\"repairs\": [" + Self.repairs.map { "{\"\($0)\": \($1)}" }.joined(separator: ",") + "]}")
    #expect(kept.status == 200, "\(kept.text)")
    #expect(kept.text.contains(#""kind":"source","name":"north","version":1"#), "\(kept.text)")

    let report = try test.deliver(from: 101)
    #expect(report.repairs?.source == "north@1")
    #expect(report.repairs?.records == 6 && report.repairs?.closed == 6)
    let list = try await test.client.get("/forms/visits/failures?import=2", as: .correct)
    #expect(list.text.contains(#""rows":[[18,0]]"#), "\(list.text)")
    #expect(list.text.contains(#""rule":"card.pattern""#), "\(list.text)")
    // The corrections are submissions 19 to 24.
    for correction in 19...24 as ClosedRange<Int64> {
      let history = try test.recorder.history(of: correction)
      #expect(history.reason == "repaired as source north@1 defines")
    }
    #expect(try test.recorder.verify().problemDescription == nil)
  }

  /// Repairs are added once, and replacements of a field are combined.
  @Test func repairsAreAdded() async throws {
    let test = try Case()
    for (repairs, version) in [
      (#"{"country": {"NO": "Norway"}}, {"code": "trim"}"#, 1), (#"{"code": "trim"}"#, 1),
      (#"{"country": {"replace": {"SE": "Sweden"}}}"#, 2), (#"{"code": "blanks"}"#, 3),
    ] {
      let response = try await test.keep("{\"repairs\": [\(repairs)]}")
      #expect(response.text.contains("\"version\":\(version),"), "\(response.text)")
    }
    let stored = try test.recorder.definitions(#require(VersionReference("north")), kind: .source)
    guard case .source(let source)? = stored.first?.definition else {
      Issue.record("no source")
      return
    }
    #expect(
      source.forms.first?.repairs == [
        Repair("country", .replace(["NO": "Norway", "SE": "Sweden"])), Repair("code", .trim),
        Repair("code", .removeBlanks),
      ])
    #expect(stored.first?.by == "t-admin")
  }

  /// Bodies that are refused, the source, the status and a part of the message.
  @Test(arguments: [
    (#"{"repairs": [{"none": "trim"}]}"#, "north", 400, "no field 'none'"),
    (#"{"repairs": [{"city": {"others": "none"}}]}"#, "north", 400, "no field 'none'"),
    (#"{"repairs": [{"card": {"4111": "4112"}}]}"#, "north", 400, "sensitive"),
    (#"{"repairs": [{"city": "none"}]}"#, "north", 400, "repairs"), ("[]", "north", 400, "repairs"),
    (#"{"repairs": [{"city": "trim"}]}"#, "Branch%20South", 400, "a-z"),
  ])
  func refusals(body: String, source: String, status: Int, part: String) async throws {
    let response = try await Case().keep(body, of: source)
    #expect(response.status == status, "\(response.text)")
    #expect(response.text.contains(part) && !response.text.contains("4111"), "\(response.text)")
  }

  /// The page offers to keep repairs to those who may change definitions, for one source.
  @Test func choiceIsOffered() async throws {
    let test = try Case()
    _ = try test.deliver(from: 1)
    #expect(try await test.keep(#"{"repairs": []}"#, as: .correct).status == 403)
    for (path, role, isOffered) in [
      ("?import=1", .admin, true), ("?source=north", .admin, true), ("", .admin, false),
      ("?import=1", .correct, false),
    ] as [(String, AccessGrant.Role, Bool)] {
      let page = try await test.client.get("/fix/visits\(path)", as: role)
      #expect(page.text.contains("data-source=\"north\"") == isOffered, "\(path) \(role)")
    }
    // The source of an import is not shown with another form.
    _ = try test.recorder.apply(
      DefinitionSet(
        yaml: """
          form: trips
          fields: [{name: id, type: integer}]
          ---
          rules: trips
          form: trips
          """))
    let (_, token) = try test.recorder.grantToken(
      AccessRequest(name: "t", role: .admin, form: "trips"))
    for (query, status) in [("", 200), ("?import=1", 404), ("?import=9", 404)] {
      let page = try await test.client.get(
        "/fix/trips\(query)", as: nil, [.authorization: "Bearer \(token)"])
      #expect(page.status == status, "\(query)")
      #expect(!page.text.contains("north"), "\(query)")
    }
  }
}

extension [(String, [String: String])] {
  fileprivate var dictionary: [String: [String: String]] {
    Dictionary(self, uniquingKeysWith: { first, _ in first })
  }
}
#endif
