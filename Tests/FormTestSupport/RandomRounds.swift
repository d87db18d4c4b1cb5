import Foundation

/// The rounds of a random test, each with a seed of its own.
///
/// `SEED=` begins with that round and prints its input; `ROUNDS=1000` makes a thousand times as
/// many. The seed of a round that ends the process, by a trap, is written to standard error.
package enum RandomRounds {
  /// The given seed, or nil.
  private static let given = environment("SEED")
  private static let factor = Int(environment("ROUNDS") ?? 1)

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  /// Runs `count` rounds, times `ROUNDS`, up to the first that fails.
  ///
  /// - Parameters:
  ///   - name: the test's, for the line that tells its first seed.
  ///   - body: a round; answers with the input and what is wrong with it, or nil.
  /// - Returns: the seed, the input and what is wrong, for the round that failed.
  package static func run(
    _ name: String, _ count: Int,
    _ body: (_ random: inout SeededGenerator, _ show: (String) -> Void) throws -> String?
  ) rethrows -> String? {
    var seed = given ?? UInt64.random(in: 1...(.max))
    print("\(name): SEED=\(seed)")
    TrapReport.install()
    defer { TrapReport.note(0) }
    for round in 0..<(count * factor) {
      TrapReport.note(seed)
      var random = SeededGenerator(seed: seed)
      var input = ""
      let wrong = try body(&random) { text in
        input = text
        if round == 0, given != nil { print("\(name): \(text)") }
      }
      if let wrong { return "SEED=\(seed): \(wrong)\n\(input)" }
      seed &+= 1
    }
    return nil
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

  private static let isInstalled: Bool = {
    _ = key
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT] { signal(number, report) }
    return true
  }()

  static func install() { _ = isInstalled }

  /// Remembers the seed for this thread; 0 for none.
  static func note(_ seed: UInt64) {
    // Safe because the pointer is a number, which nobody follows.
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(seed)))
  }

  private static let report: @convention(c) (CInt) -> Void = { number in
    var rest = unsafe UInt(bitPattern: pthread_getspecific(key))
    signal(number, SIG_DFL)
    if rest == 0 { return }
    var text = Array("\nSEED=".utf8) + String(rest).utf8 + [0x0A]
    rest = UInt(text.count)
    // Safe because the array lives for the call.
    _ = unsafe write(2, &text, Int(rest))
  }
}
