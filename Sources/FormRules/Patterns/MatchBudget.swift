#if PCRE2
import CPCRE2

/// Limits the work of one match. Each step costs one unit plus one for every byte that it moves
/// over. PCRE2's own limits start over at every possible start of a match and ignore the cost of
/// single steps, so that `(.+)\1+[xy]` on 4,000 letters runs for minutes within them.
///
/// The budget grows with the text: 8 steps per byte plus 20,000. A reasonable pattern takes one
/// to five steps per byte and passes on 64 KiB. A pattern that backtracks heavily is stopped
/// after a fraction of a millisecond on a text of one kilobyte, and after about ten milliseconds
/// on 64 KiB. A pattern with back references pays more per step on texts over 256 bytes, because
/// each step may compare any number of bytes.
struct MatchBudget {
  private var left = 0
  private var position = 0
  private var price = 1

  init() {}

  init(for length: Int, refersBack: Bool) {
    left = 8 * length + 20_000
    price = refersBack ? 1 + length / 256 : 1
  }

  /// Pays for a step. A nonzero result ends the match.
  mutating func spend(at newPosition: Int) -> Int32 {
    left -= price + abs(newPosition - position)
    position = newPosition
    return left < 0 ? PCRE2_ERROR_CALLOUT : 0
  }
}
#endif
