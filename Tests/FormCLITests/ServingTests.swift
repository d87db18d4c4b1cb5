#if Server
import FormTestSupport
import Testing

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
