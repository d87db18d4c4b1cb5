import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// Rules `remote` on the command line, with a service in this process.
@Suite struct RemoteOptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func definitions(_ port: Int, _ path: String = "free", timeout: Int = 60) throws -> String
  {
    let file = folder.path("\(path).yaml")
    try """
    form: users
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
    ---
    rules: users
    form: users
    fields:
      name:
        - remote: {url: "http://127.0.0.1:\(port)/\(path)", timeout: \(timeout)}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  private func records(_ count: Int) throws -> String {
    let text = "id,name\n" + (0..<count).map { "\($0),\($0 == 7 ? "taken" : "n")\($0)\n" }.joined()
    try text.write(toFile: folder.path("u.csv"), atomically: true, encoding: .utf8)
    return folder.path("u.csv")
  }

  private func formrec(_ arguments: String...) -> CommandRun {
    CommandRun(arguments + ["--db", folder.path("store.sqlite")])
  }

  /// If the service stops in between, only values without an answer are rejected. A replay
  /// reuses the answers, and requests the others only.
  @Test func serviceFailureDuringAnImport() throws {
    let service = try LoopbackService(lifetime: 1_500)
    let host = "http://127.0.0.1:\(service.port)"
    let first = formrec(
      "import", try records(2_500), "--definitions", try definitions(service.port), "--allow-host",
      host)
    #expect(first.code == 1)
    #expect(first.transcript.contains("2,500 records: 1,499 accepted, 1,001 rejected"))
    #expect(first.transcript.contains("no answer: 127.0.0.1"))

    let alone = formrec("replay")
    #expect(alone.code == 0)
    #expect(alone.out.contains("2,500 submissions: 1,499 accepted, 1,001 rejected"))

    let again = try LoopbackService(port: service.port)
    defer { again.stop() }
    let replay = formrec("replay", "--allow-host", host)
    #expect(replay.out.contains("2,500 submissions: 2,499 accepted, 1 rejected"))
    #expect(replay.out.contains("service requests: 1,000"))
    #expect(again.bodies.count == 1_000)
    let last = formrec("replay", "--allow-host", host)
    #expect(last.out.contains("service requests: 0"))
    #expect(formrec("verify").code == 0)
  }

  @Test func unansweredValuesCanBeSkipped() throws {
    let service = try LoopbackService()
    service.stop()
    let run = formrec(
      "import", try records(100), "--definitions", try definitions(service.port), "--allow-host",
      "http://127.0.0.1:\(service.port)", "--when-unavailable", "warn")
    #expect(run.code == 0)
    #expect(run.transcript.contains("100 × name.remote skipped: the service did not answer"))
    #expect(run.transcript.contains("! no answer: 127.0.0.1: "))
    let submit = formrec(
      "submit", "id=1", "name=x", "--allow-host", "http://127.0.0.1:\(service.port)",
      "--when-unavailable", "warn")
    #expect(submit.code == 0)
    let unevaluated = formrec("submit", "id=1", "name=x")
    #expect(unevaluated.out.contains("the service did not answer"))
    #expect(
      unevaluated.transcript.contains(
        "! rule name.remote fails without an answer: services are not requested here"))
    #expect(!submit.transcript.contains("are not requested here"))
    // A replay without requests changes nothing.
    #expect(formrec("replay").out.contains("newly rejected: 0"))
  }

  @Test(arguments: [
    ("down", "answered with status 503"), ("moved", "answered with status 302"),
    ("long", "answered with more than 64 KiB"), ("slow", "did not answer in time"),
  ])
  func invalidAnswersReject(_ path: String, _ reason: String) throws {
    let service = try LoopbackService()
    defer { service.stop() }
    // A short timeout only for the service that never answers: a busy machine answers late.
    let definitions = try definitions(service.port, path, timeout: path == "slow" ? 1 : 60)
    let run = CommandRun([
      "check", try records(1), "--definitions", definitions,
      "--allow-host", "http://127.0.0.1:\(service.port)", "--format", "text",
    ])
    #expect(run.code == 1)
    #expect(run.out.contains("the service did not answer"))
    #expect(run.transcript.contains("no answer: 127.0.0.1"))
    #expect(run.transcript.contains(reason))
    // No redirect is followed, and no request is repeated. A busy machine may read the request
    // after its timeout.
    #expect(service.bodies.count <= 1)
  }

  @Test func answersMayHave64KiB() throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let run = CommandRun([
      "check", try records(1), "--definitions", try definitions(service.port, "longest"),
      "--allow-host", "http://127.0.0.1:\(service.port)",
    ])
    #expect(run.code == 0, "\(run.transcript)")
  }

  @Test func onlyAllowedHostsAreRequested() throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let (file, yaml) = (try records(1), try definitions(service.port))
    for (host, reason) in [
      ("http://example.com", "is not among the allowed hosts"),
      ("127.0.0.1:\(service.port)", "does not use TLS"),
      ("http://localhost:\(service.port)", "is not among the allowed hosts"),
    ] {
      let run = CommandRun([
        "check", file, "--definitions", yaml, "--allow-host", host, "--format", "text",
      ])
      #expect(run.code == 1)
      #expect(run.transcript.contains(reason))
    }
    let named = try String(contentsOfFile: yaml, encoding: .utf8).replacing(
      "127.0.0.1", with: "localhost")
    try named.write(toFile: yaml, atomically: true, encoding: .utf8)
    let arguments = [
      "check", file, "--definitions", yaml, "--allow-host", "http://localhost:\(service.port)",
      "--format", "text",
    ]
    #expect(CommandRun(arguments).transcript.contains("an address that is not publicly reachable"))
    #expect(service.bodies.isEmpty)
    #expect(CommandRun(arguments + ["--allow-private-addresses"]).code == 0)
    #expect(service.bodies == [#"{"instance":"n0"}"#])
  }

  @Test(arguments: [
    ["--allow-host", "http://a/b"], ["--allow-host", "user@a"], ["--when-unavailable", "warn"],
    ["--remote-timeout", "5"], ["--allow-host", "ftp://a.example"],
  ])
  func invalidOptionsAreRefused(_ options: [String]) throws {
    #expect(CommandRun(["import", folder.path("u.csv")] + options).code == 64)
  }

  @Test(arguments: ["0", "-1", "0.0001", "600.5", "nan", "inf", "soon", "1s"])
  func invalidTimeoutsAreRefused(_ seconds: String) throws {
    let run = CommandRun([
      "import", folder.path("u.csv"), "--allow-host", "a.example", "--remote-timeout=\(seconds)",
    ])
    #expect(run.code == 64)
    #expect(run.transcript.contains("--remote-timeout"))
  }

  @Test func correctionsRequestTheService() throws {
    let service = try LoopbackService()
    let host = "http://127.0.0.1:\(service.port)"
    #expect(
      formrec(
        "import", try records(10), "--definitions", try definitions(service.port), "--allow-host",
        host
      ).code == 1)
    try "id,name,_submission\n7,free,8\n".write(
      toFile: folder.path("back.csv"), atomically: true, encoding: .utf8)
    let back = formrec(
      "correct", folder.path("back.csv"), "--allow-host", host)
    #expect(back.code == 0)
    #expect(service.bodies.last == #"{"instance":"free"}"#)
    service.stop()
    #expect(formrec("replay", "--full").code == 0)
    #expect(formrec("verify").code == 0)
  }

  @Test func atomicImportsCannotRequestServices() throws {
    let service = try LoopbackService()
    defer { service.stop() }
    let run = formrec(
      "import", try records(1), "--definitions", try definitions(service.port), "--atomic",
      "--allow-host", "http://127.0.0.1:\(service.port)")
    #expect(run.code == 64)
    #expect(service.bodies.isEmpty)
  }
}
