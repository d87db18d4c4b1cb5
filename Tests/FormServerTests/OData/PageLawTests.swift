#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The law of continuation in `docs/server.md`, with random changes between the pages.
@Suite(.timeLimit(.minutes(10))) struct PageLawTests {
  @Test func recordsThatDoNotChangeAreReadOnce() async throws {
    for seed in RandomRounds.seeds("changed pages", 4, long: 200) {
      var read = try ChangedRead(seed: seed)
      let wrong = try await read.violation()
      try #require(wrong == nil, "SEED=\(seed)\n\(read.history.joined(separator: "\n"))")
    }
  }
}

/// A client that reads a form in pages, and the changes of its records between the pages.
private struct ChangedRead {
  /// A record of the first three imports. Its number is its key and that of its submission.
  struct Record {
    let number: Int
    /// The positions in `names` and in `pays`, whose order is that of the values.
    let values: [Int]
    let isValid: Bool

    var row: String {
      let email = isValid ? "a@example.com" : "x"
      return "\(number),\(names[values[0]]),\(pays[values[1]]),\(email)\n"
    }
  }

  enum Change: CaseIterable {
    case delivery, invalidDelivery, newRecord, correction, newRules, purge, retraction
  }

  private static let names = ["", "A", "B", "C"]
  private static let pays = ["", "1", "2.50", "10"]
  private static let header = "id,name,pay,email\n"

  private var random: SeededGenerator
  private let server: ReadingServer
  private let client: ReadingClient
  private let records: [Record]
  /// The numbers of the records of the imports 1, 2 and 3.
  private let imports: [ClosedRange<Int>]
  private let order: [(field: Int, descends: Bool)]
  private let path: String
  /// The numbers of the records that the query selects, in its order.
  private let selected: [Int]

  /// The keys of the records that a change concerns, and others.
  private var changed: Set<Int> = []
  /// The submissions that are purged or retracted.
  private var gone: Set<Int> = []
  /// The correction of each submission that has one.
  private var corrections: [Int: Int] = [:]
  /// The position of the name that the rules reject.
  private var rejectedName: Int?
  private var hasRetraction = false
  private var added = 0
  private var seen: [Int] = []
  private(set) var history: [String] = []

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var records: [Record] = []
    for number in 1...Int.random(in: 12...20, using: &random) {
      records.append(Self.record(number, &random))
    }
    let third = records.count / 3
    imports = [1...third, third + 1...2 * third, 2 * third + 1...records.count]
    let files = imports.map { range in
      Self.header + records[range.lowerBound - 1..<range.upperBound].map(\.row).joined()
    }
    server = try ReadingServer(files[0])
    for file in files.dropFirst() { try server.add(file) }

    var order: [(field: Int, descends: Bool)] = []
    let fields = [0, 1].shuffled(using: &random)
    for field in fields.prefix(Int.random(in: 0...2, using: &random)) {
      order.append((field, Bool.random(using: &random)))
    }
    let hasFilter = Int.random(in: 0...3, using: &random) == 0
    let skip = max(0, Int.random(in: -6...3, using: &random))
    var options: [String] = []
    if !order.isEmpty {
      let items = order.map { ["name", "pay"][$0.field] + ($0.descends ? "%20desc" : "") }
      options.append("$orderby=\(items.joined(separator: ","))")
    }
    if hasFilter { options.append("$filter=pay%20gt%201") }
    if skip > 0 { options.append("$skip=\(skip)") }
    path = "/odata/people" + (options.isEmpty ? "" : "?") + options.joined(separator: "&")
    selected =
      records.filter { $0.isValid && (!hasFilter || $0.values[1] > 1) }
      .sorted { one, other in
        for (field, descends) in order where one.values[field] != other.values[field] {
          return (one.values[field] < other.values[field]) != descends
        }
        return one.number < other.number
      }
      .dropFirst(skip).map(\.number)

    var configuration = ServerConfiguration.patient
    configuration.maximumPage = Int.random(in: 1...4, using: &random)
    client = try ReadingClient(
      server: FormHTTPServer(server.recorder, configuration), tokens: server.tokens)
    history = ["\(path), pages of \(configuration.maximumPage)"] + files
    (self.random, self.records, self.order) = (random, records, order)
  }

  private static func record(
    _ number: Int, _ random: inout SeededGenerator, isValid: Bool? = nil
  ) -> Record {
    let name = Int.random(in: names.indices, using: &random)
    let pay = Int.random(in: pays.indices, using: &random)
    let isOftenValid = Int.random(in: 0...3, using: &random) > 0
    return Record(number: number, values: [name, pay], isValid: isValid ?? isOftenValid)
  }

  /// Reads all pages, with changes between them. Returns a description of the error, or nil.
  mutating func violation() async throws -> String? {
    var next: String? = path
    while let link = next {
      let response = try await client.get(link)
      let isPlaceGone = seen.last.map { gone.contains($0) } ?? false
      guard (response.status == 410) == (isPlaceGone && !order.isEmpty) else {
        return note("status \(response.status) after \(seen)")
      }
      if response.status == 410 { break }
      let page = try response.page()
      seen += page.submissions
      next = page.next
      note("page \(page.submissions)")
      if next == nil { break }
      for _ in 0..<Int.random(in: 0...2, using: &random) { try await change() }
    }
    let expected = selected.filter { !changed.contains($0) }
    let found = seen.filter(Set(expected).contains)
    // A read that cannot continue has the first of them.
    let isComplete = next == nil ? found == expected : expected.starts(with: found)
    guard isComplete, Set(seen).count == seen.count else {
      return note("read \(seen); without changes are \(expected)")
    }
    return nil
  }

  @discardableResult
  private mutating func note(_ line: String) -> String {
    history.append(line)
    return line
  }

  private mutating func change() async throws {
    switch Change.allCases.randomElement(using: &random)! {
    case .delivery: try deliver(areValid: true)
    case .invalidDelivery: try deliver(areValid: false)
    case .newRecord:
      added += 1
      try add([Self.record(records.count + added, &random, isValid: true)])
    case .correction: try await correct()
    case .newRules:
      let name = Int.random(in: 1..<Self.names.count, using: &random)
      note("rules that reject \(Self.names[name])")
      try server.replay(rejecting: Self.names[name])
      for record in records where [name, rejectedName].contains(record.values[0]) {
        changed.insert(record.number)
      }
      rejectedName = name
    case .purge: try purge()
    case .retraction: try retract()
    }
  }

  private mutating func add(_ records: [Record]) throws {
    let rows = records.map(\.row).joined()
    note("delivery\n\(rows)")
    try server.add(Self.header + rows)
    changed.formUnion(records.map(\.number))
  }

  /// Delivers one or two records, some of them as they were. Later deliveries of a corrected one
  /// may carry its correction, and are left out.
  private mutating func deliver(areValid: Bool) throws {
    let known = records.filter { corrections[$0.number] == nil }.shuffled(using: &random)
    var delivered: [Record] = []
    for record in known.prefix(Int.random(in: 1...2, using: &random)) {
      let isSame = areValid && Bool.random(using: &random)
      delivered.append(
        isSame ? record : Self.record(record.number, &random, isValid: areValid))
    }
    try add(delivered)
  }

  private mutating func correct() async throws {
    let rejected = records.filter { !$0.isValid && !changed.contains($0.number) }
    guard let number = rejected.randomElement(using: &random)?.number else { return }
    let response = try await client.send(
      .patch, "/forms/people/submissions/\(number)", as: .correct,
      [.contentType: "application/json"], #"{"email": "a@example.com"}"#)
    try #require(response.status == 200, "\(response.text)")
    let body = try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [String: Any]
    let correction = try #require(body?["submission"] as? Int)
    note("correction \(correction) of \(number)")
    corrections[number] = correction
    changed.insert(number)
  }

  /// Purges any submission of the first imports, or the last one that was read.
  private mutating func purge() throws {
    var number = Int.random(in: 1...records.count, using: &random)
    if let last = seen.last, Int.random(in: 0...3, using: &random) == 0 { number = last }
    if gone.contains(number) { return }
    note("purge of \(number)")
    try server.purge(number)
    let chain = corrections.first { $0.key == number || $0.value == number }
    let purged = chain.map { [$0.key, $0.value] } ?? [number]
    changed.formUnion(purged)
    gone.formUnion(purged)
  }

  /// Retracts an import at most once, so that enough records do not change.
  private mutating func retract() throws {
    if hasRetraction { return }
    hasRetraction = true
    let index = Int.random(in: imports.indices, using: &random)
    note("retraction of import \(index + 1)")
    try server.retract(index + 1)
    changed.formUnion(imports[index])
    gone.formUnion(imports[index])
    gone.formUnion(imports[index].compactMap { corrections[$0] })
  }
}
#endif
