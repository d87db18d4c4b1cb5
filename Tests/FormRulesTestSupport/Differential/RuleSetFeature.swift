package import FormTestSupport

/// A feature of a form, a rule set or a run. Every two of them must work together.
package enum RuleSetFeature: String, CaseIterable, Sendable {
  // Modifiers, which apply to the rules of every kind.
  case when, needs, stop, scenarios, severity, empty, trim
  // Kinds of rules.
  case text, presence, comparison, notation, codes, net, data, combining, each, depends, resembles
  case unique, uniqueEver, uniqueRecord, exists, remote, must
  // Others.
  case sources, limits, parameters, missing, formats

  static let modifiers: [Self] = [.when, .needs, .stop, .scenarios, .severity, .empty, .trim]

  /// Sets of features that contain every pair of features.
  package static func combinations(
    of count: Int, using random: inout SeededGenerator
  ) -> [Set<RuleSetFeature>] {
    let pairs: [Set<RuleSetFeature>] = allCases.indices.flatMap { first in
      allCases[..<first].map { [$0, allCases[first]] }
    }
    var open = Set(pairs)
    var combinations: [Set<RuleSetFeature>] = []
    // The order of a set differs from process to process, and a seed must give the same sets.
    while let pair = pairs.filter(open.contains).randomElement(using: &random) {
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
