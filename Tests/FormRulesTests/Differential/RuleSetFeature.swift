import FormTestSupport

/// A feature of a form, a rule set or a run. Every two of them must work together.
enum RuleSetFeature: String, CaseIterable {
  // Modifiers, which apply to the rules of every kind.
  case when, needs, stop, scenarios, severity, empty, trim
  // Kinds of rules.
  case text, presence, comparison, notation, codes, net, data, combining, each, depends, resembles
  case unique, uniqueEver, uniqueRecord, exists, remote, must
  // Others.
  case sources, limits, parameters, missing, formats

  static let modifiers: [Self] = [.when, .needs, .stop, .scenarios, .severity, .empty, .trim]

  /// Sets of features that contain every pair of features.
  static func combinations(
    of count: Int, using random: inout SeededGenerator
  ) -> [Set<RuleSetFeature>] {
    var open: Set<Set<RuleSetFeature>> = []
    for first in allCases {
      for second in allCases where first != second { open.insert([first, second]) }
    }
    var combinations: [Set<RuleSetFeature>] = []
    while let pair = open.randomElement(using: &random) {
      var chosen = pair
      while chosen.count < count {
        let rest = allCases.filter { !chosen.contains($0) }.shuffled(using: &random)
        // The feature with the most new pairs.
        let best = rest.max { a, b in
          chosen.count { open.contains([a, $0]) } < chosen.count { open.contains([b, $0]) }
        }
        guard let best else { break }
        chosen.insert(best)
      }
      for first in chosen { for second in chosen { open.remove([first, second]) } }
      combinations.append(chosen)
    }
    return combinations
  }
}
