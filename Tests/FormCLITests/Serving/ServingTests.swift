#if Server
import ArgumentParser
import FormRecorder
import FormTestSupport
import Testing

@testable import FormCLI
@testable import FormStore

/// The server runs in a child process, which is started again if a signal ends it.
@Suite(.timeLimit(.minutes(10))) struct ServingTests {
  /// Starts a server, and defines `child` and a function that waits for lines of its log.
  private static let start = """
    export SWIFT_BACKTRACE=enable=no
    "$formrec" serve --definitions people.yaml --open people --port 0 --db s.sqlite 2>log & parent=$!
    child() { read -r pid rest </proc/$parent/task/$parent/children; echo "$pid"; }
    await() {
      for try in $(seq 1500); do
        [ "$(grep -c "$1" log)" -ge "$2" ] && return; sleep 0.02
      done; kill -KILL $parent; exit 1
    }
    await listening 1; first=$(child)

    """

  @Test func aChildThatIsKilledIsStartedAgain() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      Self.start + """
        kill -ILL "$first"; await listening 2; second=$(child)
        kill -TERM $parent; wait $parent; echo "exit $?"
        [ "$first" != "$second" ] && ! kill -0 "$second" 2>/dev/null && echo replaced
        grep -o 'listening.*' log | uniq | wc -l
        cat log
        """, in: folder)
    #expect(result.out.contains("exit 0\nreplaced\n1\n"), "\(result.out)")
    #expect(result.out.contains("was killed by SIGILL (a fault of the program)"), "\(result.out)")
  }

  /// The signal may arrive before the child can handle it, or later: `ServingSupervisorTests` have
  /// both cases.
  @Test func aChildIsStoppedWhileItStarts() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      """
      "$formrec" serve --definitions people.yaml --port 0 --db s.sqlite 2>log & parent=$!
      for try in $(seq 30000); do
        read -r child rest </proc/$parent/task/$parent/children
        [ -n "$child" ] && break; sleep 0.001
      done
      [ -n "$child" ] || { kill -KILL $parent; echo "no child"; exit; }
      kill -TERM $parent; wait $parent; echo "exit $?"; cat log
      """, in: folder)
    #expect(result.out.contains("exit 0\n"), "\(result.out)")
    #expect(!result.out.contains("killed"), "\(result.out)")
  }

  /// Requests are logged on standard output, and errors on standard error.
  @Test func requestsAreLogged() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      Self.start.replacing("--port 0", with: "--port 0 --log json") + """
        port=$(grep -o 'listening on http://127.0.0.1:[0-9]*' log | grep -o '[0-9]*$')
        get() { bash -c "exec 3<>/dev/tcp/127.0.0.1/$port; printf 'GET $1 HTTP/1.1\\r\\nHost: a\\r\\n\\
        Connection: close\\r\\n\\r\\n' >&3; cat <&3 >/dev/null"; }
        mv s.sqlite moved; mkdir s.sqlite
        get '/healthz?name=ana'; get /readyz; get /readyz
        kill -TERM $parent; wait $parent; grep -c 'error: ' log
        """, in: folder)
    let lines = result.out.split(separator: "\n")
    #expect(lines.count == 4 && lines.last == "1", "\(result.out) \(result.err)")
    for (line, request) in zip(lines, [("/healthz", 400), ("/readyz", 503), ("/readyz", 503)]) {
      #expect(line.hasPrefix(#"{"at":"2"#))
      #expect(
        line.contains(
          #""method":"GET","route":"\#(request.0)","form":null,"status":\#(request.1),"milliseconds":"#
        ), "\(line)")
      #expect(line.hasSuffix(#","by":null,"client":"127.0.0.1"}"#))
    }
  }

  /// The reason why a service does not answer is logged once, while the server runs.
  @Test func missingAnswersAreLogged() throws {
    let folder = try Shell.folder()
    try folder.write(
      """
      form: people
      fields: [{name: name, type: text}]
      ---
      rules: people
      form: people
      fields: {name: [{remote: {url: "http://127.0.0.1:1/free"}}]}
      """, to: "people.yaml")
    let result = try Shell.run(
      Self.start.replacing("--port 0", with: "--port 0 --allow-host http://127.0.0.1:1") + """
        port=$(grep -o 'listening on http://127.0.0.1:[0-9]*' log | grep -o '[0-9]*$')
        post() { bash -c "exec 3<>/dev/tcp/127.0.0.1/$port; printf 'POST /forms/people/submissions \
        HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\nContent-Length: 12\\r\\n\
        Connection: close\\r\\n\\r\\n{\\"name\\":\\"a\\"}' >&3; cat <&3"; }
        post | grep -q 'the service did not answer' && echo rejected; await 'no answer: 127.0.0.1' 1
        post >/dev/null; kill -TERM $parent; wait $parent; grep -c 'no answer: ' log
        """, in: folder)
    #expect(result.out == "rejected\n1\n", "\(result.out) \(result.err)")
  }

  /// A server that cannot listen stores no definitions.
  @Test func aUsedPortIsNamed() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      Self.start + """
        port=$(grep -o 'listening on http://127.0.0.1:[0-9]*' log | grep -o '[0-9]*$')
        sed 's/people/others/' people.yaml >others.yaml
        "$formrec" serve --definitions others.yaml --port "$port" --db s.sqlite; echo "exit $?"
        "$formrec" show others --db s.sqlite; echo "exit $?"
        kill -TERM $parent; wait $parent
        """, in: folder)
    #expect(result.out == "exit 2\nexit 2\n", "\(result.out)")
    #expect(
      result.err.contains(/error: the port \d+ of 127\.0\.0\.1 is in use; set --port to .*\n/),
      "\(result.err)")
  }

  @Test func anUpdateIsNotedBeforeTheServerStarts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    _ = try Recorder(database: path).apply(
      DefinitionSet(yaml: "form: f\nfields: [{name: a, type: text}]\n"))
    let command = try ServeCommand.parse(["--port", "0", "--db", path])
    var notes = ""
    let console = Console(
      out: { _ in true },
      err: {
        notes += String(decoding: $0, as: UTF8.self)
        return true
      })
    let next = Migration(name: "m9999_next", sql: "CREATE TABLE remark (id INTEGER) STRICT")
    try Migration.$added.withValue([next]) { () throws in
      _ = try command.prepare(console)
    }
    #expect(notes.contains("updated from schema"), "\(notes)")
  }

  @Test func theChildEndsWithItsParent() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      Self.start + """
        kill -KILL $parent; while kill -0 "$first" 2>/dev/null; do sleep 0.02; done; echo ended
        """, in: folder)
    #expect(result.out.hasSuffix("ended\n"), "\(result.out) \(result.err)")
  }

  /// A server that is killed again and again is given up.
  @Test func restartsAreLimited() throws {
    let folder = try Shell.folder()
    let result = try Shell.run(
      Self.start + """
        for count in 1 2 3 4 5; do await listening $count; kill -SEGV "$(child)"; done
        wait $parent; echo "exit $?"; tail -n 1 log
        """, in: folder)
    #expect(result.out.contains("exit 2\n"), "\(result.out)")
    #expect(result.out.contains("was killed by SIGSEGV"), "\(result.out)")
  }
}
#endif
