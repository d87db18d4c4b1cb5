#if Server
import Testing

@testable import FormCLI

@Suite struct RestartPolicyTests {
  /// (times of starts in seconds, has listened, is stopping, action)
  private static let cases: [([Int], Bool, Bool, RestartPolicy.Action)] = [
    ([0], true, false, .restart(pause: 100_000)), ([0, 1], true, false, .restart(pause: 200_000)),
    ([0, 15, 30, 45, 59], true, false, .giveUp(circumstance: ", the 5th within a minute")),
    ([0, 15, 30, 45, 60], true, false, .restart(pause: 800_000)),
    ([0], false, false, .giveUp(circumstance: " before it listened")),
    ([0, 15, 30, 45, 59], true, true, .stop), ([0], false, true, .stop),
  ]

  @Test(arguments: cases)
  func killedProcesses(
    starts: [Int], hasListened: Bool, isStopping: Bool, action: RestartPolicy.Action
  ) {
    var policy = RestartPolicy()
    let begin = ContinuousClock.now
    for start in starts { policy.begin(at: begin + .seconds(start)) }
    #expect(policy.action(hasListened: hasListened, isStopping: isStopping) == action)
  }
}
#endif
