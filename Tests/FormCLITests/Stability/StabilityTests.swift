import FormTestSupport
import Foundation
import Testing

/// What `docs/stability.md` promises exists.
@Suite struct StabilityTests {
  @Test(arguments: StablePromise.all) func promisedNamesExist(_ promise: StablePromise) throws {
    let items = try promise.items()
    #expect(!items.isEmpty, "the list of \(promise.heading) is empty")
    let problems = try StableList.problems(of: promise, current: items)
    for problem in problems.prefix(10) { Issue.record("\(problem)") }
    if problems.count > 10 { Issue.record("and \(problems.count - 10) more") }
  }

  #if Server
  /// The page, the table of promises and the folder of lists have the same promises.
  @Test func everyPromiseHasAList() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/stability.md"), encoding: .utf8)
    let start = try #require(page.range(of: "## What is promised"))
    let end = try #require(page.range(of: "## How a promise is changed"))
    let promised = page[start.upperBound..<end.lowerBound]
    #expect(
      promised.matches(of: /(?m)^### (.+)$/).map { String($0.1) }
        == StablePromise.all.map(\.heading))
    #expect(
      promised.matches(of: /\(\.\.\/(fixtures\/stable\/[^)]+)\)/).map { String($0.1) }
        == StablePromise.all.map(\.path))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: Repository.fixture("stable").path)
        .sorted()
        == StablePromise.all.map { "\($0.name).txt" }.sorted())
  }
  #endif

  /// A command without a golden case of its JSON would have keys that are not compared.
  @Test func everyCommandWithJSONHasACaseOfIt() throws {
    let commands = Set(
      try CommandOptions.items().filter { $0.hasSuffix(" --format") }
        .map { String($0.dropFirst("formrec ".count).dropLast(" --format".count)) })
    let covered = Set(try JSONKeys.items().map { JSONKeys.command(of: $0) })
    #expect(commands.subtracting(covered).sorted() == JSONKeys.withoutCase.sorted())
  }

  /// A removed or renamed item names its promise; an added one has another message.
  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], []),
      (["a", "b"], ["a"], ["incompatible: docs/stability.md#exit-codes promises 'b'"]),
      (["a"], ["a", "b"], ["not recorded: 'b' is new"]),
      (
        ["a", "b"], ["a", "c"],
        ["incompatible: docs/stability.md#exit-codes promises 'b'", "not recorded: 'c' is new"]
      ),
    ] as [(Set<String>, Set<String>, [String])])
  func differencesAreReported(
    recorded: Set<String>, current: Set<String>, expected: [String]
  ) throws {
    let promise = try #require(StablePromise.all.first { $0.name == "exit-codes" })
    let messages = StableList(promise, recorded: recorded, current: current).messages
    #expect(messages.count == expected.count)
    for (message, start) in zip(messages, expected) { #expect(message.hasPrefix(start)) }
  }
}
