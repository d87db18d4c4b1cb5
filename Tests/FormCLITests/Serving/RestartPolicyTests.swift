#if Server
import Testing

@testable import FormCLI

@Suite struct RestartPolicyTests {
  /// (times in seconds of the starts and, at last, of the death, has listened, is stopping, action)
  private static let cases: [([Int], Bool, Bool, RestartPolicy.Action)] = [
    ([0, 0], true, false, .restart(pause: 100_000)),
    ([0, 1, 1], true, false, .restart(pause: 200_000)),
    ([0, 3600], true, false, .restart(pause: 100_000)),
    ([0, 15, 30, 45, 59, 59], true, false, .giveUp(circumstance: ", the 5th within a minute")),
    ([0, 15, 30, 45, 59, 60], true, false, .restart(pause: 800_000)),
    ([0, 1, 2, 3, 4, 7 * 86_400], true, false, .restart(pause: 100_000)),
    ([0, 0], false, false, .giveUp(circumstance: " before it listened")),
    ([0, 15, 30, 45, 59, 59], true, true, .stop), ([0, 0], false, true, .stop),
  ]

  @Test(arguments: cases)
  func killedProcesses(
    times: [Int], hasListened: Bool, isStopping: Bool, action: RestartPolicy.Action
  ) {
    var policy = RestartPolicy()
    let zero = ContinuousClock.now
    let instants = times.map { zero + .seconds($0) }
    for start in instants.dropLast() { policy.begin(at: start) }
    let found = policy.action(
      at: instants[times.count - 1], hasListened: hasListened, isStopping: isStopping)
    #expect(found == action)
  }
}
#endif
