import Testing

@testable import FormRules

@Suite struct EditDistanceTests {
  /// Two texts, and their distances without and with swaps.
  @Test(arguments: [
    ("", "", 0, 0), ("", "ab", 2, 2), ("name", "nmae", 2, 1), ("abcd", "badc", 3, 2),
    ("ca", "abc", 3, 3), ("kitten", "sitting", 3, 3), ("ab", "ba", 2, 1), ("aab", "aba", 2, 1),
    ("abcdef", "bacdfe", 4, 2), ("abc", "bca", 2, 2),
  ])
  func distances(_ a: String, _ b: String, _ plain: Int, _ swapped: Int) {
    var distance = EditDistance()
    let (x, y) = (Array(a.utf8), Array(b.utf8))
    for limit in 0...8 {
      for (p, q) in [(x, y), (y, x)] {
        let without = distance.between(p.span, q.span, limit: limit)
        let with = distance.between(p.span, q.span, limit: limit, swaps: true)
        #expect(without == (plain <= limit ? plain : nil))
        #expect(with == (swapped <= limit ? swapped : nil))
      }
    }
  }

  @Test(
    arguments: [
      (["name", "email"], "nmae", "name"), (["cat", "bat"], "rat", "cat"),
      (["bat", "rats", "rat"], "Rat", "rat"), (["name"], "nmea", nil), (["name"], "mane", nil),
      (["identifier"], "idnetifire", "identifier"), (["identifier"], "identity", nil),
      ([], "a", nil),
    ] as [([String], String, String?)])
  func wordsHaveANearestOne(_ words: [String], _ word: String, _ expected: String?) {
    #expect(words.nearest(to: word) == expected)
  }
}
