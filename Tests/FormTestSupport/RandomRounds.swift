import Foundation

/// The rounds of a random test. Each has its own seed.
///
/// `SEED=` starts with the round of that seed and prints its input; `ROUNDS=1000` multiplies the
/// number of rounds by a thousand. If a round traps, its seed is written to standard error.
package enum RandomRounds {
  /// The seed in the environment.
  private static let given = environment("SEED")
  private static let factor = Int(environment("ROUNDS") ?? 1)

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  /// Runs `count` rounds, multiplied by `ROUNDS`, until one fails.
  ///
  /// - Parameters:
  ///   - name: The name of the test, which is printed with its first seed.
  ///   - long: The number of rounds if long tests are included.
  ///   - body: Runs a round. Passes its input to `show`, and returns a description of the failure,
  ///     or nil.
  /// - Returns: The seed, the failure and the input of the round that failed, or nil.
  package static func run(
    _ name: String, _ count: Int, long: Int? = nil,
    _ body: (_ random: inout SeededGenerator, _ show: (String) -> Void) throws -> String?
  ) rethrows -> String? {
    TrapReport.install()
    defer { TrapReport.note(0) }
    for seed in seeds(name, count, long: long) {
      TrapReport.note(seed)
      var random = SeededGenerator(seed: seed)
      var input = ""
      let wrong = try body(&random) { text in
        input = text
        // Unbuffered, because a trap would lose the content of a buffer.
        if seed == given {
          FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
        }
      }
      if let wrong { return "SEED=\(seed): \(wrong)\n\(input)" }
    }
    return nil
  }

  /// The seeds of the rounds, for tests with asynchronous ones. Prints the first seed.
  package static func seeds(_ name: String, _ count: Int, long: Int? = nil) -> [UInt64] {
    let first = given ?? UInt64.random(in: 1...(.max))
    print("\(name): SEED=\(first)")
    let rounds = (LongTests.areWanted ? long ?? count : count) * factor
    return (0..<rounds).map { first &+ UInt64($0) }
  }
}

/// Writes the seed of the thread that traps.
private enum TrapReport {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Safe because the key outlives the call.
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  /// The previous actions for these signals, which may print a backtrace.
  private static let earlier: [(number: CInt, action: sigaction)] = {
    _ = key
    return [SIGILL, SIGTRAP, SIGSEGV, SIGABRT].map { number in
      var (action, earlier) = (sigaction(), sigaction())
      // Safe because the structures outlive the call, and the handler takes one argument without
      // SA_SIGINFO.
      unsafe action.__sigaction_handler.sa_handler = report
      _ = unsafe sigaction(number, &action, &earlier)
      return (number, earlier)
    }
  }()

  static func install() { _ = earlier }

  /// Sets the seed of this thread; 0 means none.
  static func note(_ seed: UInt64) {
    // Safe because the pointer holds a number and is never dereferenced.
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(seed)))
  }

  private static let report: @convention(c) (CInt) -> Void = { number in
    // Safe because the list of actions never changes, and the key holds a number.
    if var action = earlier.first(where: { $0.number == number })?.action {
      _ = unsafe sigaction(number, &action, nil)
    }
    let seed = unsafe UInt(bitPattern: pthread_getspecific(key))
    if seed == 0 { return }
    let text = Array("\nSEED=\(seed)\n".utf8)
    _ = unsafe write(2, text, text.count)
  }
}
