import CPCRE2

/// How much work one match may be, counted at each step: one for the step and one for every byte that
/// it moved over. PCRE2's own limits begin anew at every place where a match may start and do not see
/// what a single step costs, so that `(.+)\1+[xy]` on 4,000 letters runs for minutes below them.
///
/// The budget grows with the text: 8 steps a byte and 20,000. An honest pattern takes one to five
/// steps a byte, and passes on 64 KiB; one that goes back and forth is given up in a fraction of a
/// millisecond on a text of a kilobyte, in some ten milliseconds on 64 KiB. A pattern that refers back
/// pays more for a step on texts over 256 bytes, since each may compare as much as it likes.
struct MatchBudget {
  private var left = 0
  private var position = 0
  private var price = 1

  init() {}

  init(for length: Int, refersBack: Bool) {
    left = 8 * length + 20_000
    price = refersBack ? 1 + length / 256 : 1
  }

  /// Pays for a step; what is not zero ends the match.
  mutating func spend(at newPosition: Int) -> Int32 {
    left -= price + abs(newPosition - position)
    position = newPosition
    return left < 0 ? PCRE2_ERROR_CALLOUT : 0
  }
}
