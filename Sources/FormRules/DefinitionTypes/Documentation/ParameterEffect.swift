/// How a change of a parameter changes the values that the rule accepts, while its other
/// parameters stay the same. Every parameter states it where it is declared.
package indirect enum ParameterEffect: Sendable, Equatable {
  /// A flag: true accepts at least what false does.
  case looserIfTrue
  /// A flag: true accepts at most what false does.
  case stricterIfTrue
  /// A bound or count: a greater one accepts at least as much, and its absence everything.
  case looserIfGreater
  /// A bound or count: a greater one accepts at most as much, and its absence everything.
  case stricterIfGreater
  /// Items, each of which accepts more. An absent list has no items.
  case looserIfMore
  /// Items, each of which rejects more. An absent list has no items.
  case stricterIfMore
  /// The only accepted items. An absent list accepts everything, and so does one that consists of
  /// the word `orAll`.
  case onlyListed(orAll: String? = nil)
  /// One of several words: those of each level accept everything that those of the preceding levels
  /// accept. Words of one level cannot be compared.
  case words([[String]])
  /// The effect between two values; the rule has no value for its absence that could be compared.
  case given(ParameterEffect)
  /// Nested rules, which are compared one by one.
  case rules
  /// A regular expression or one of its options, which are compared together.
  case pattern
  /// Values that are not compared: two different ones may accept any values.
  case unknown

  /// The effect of words for an optional part of a text.
  static let presence = ParameterEffect.words([["none", "required"], ["optional"]])

  /// The effect in a rule that rejects what another rule with the parameter accepts.
  var reversed: ParameterEffect {
    switch self {
    case .looserIfTrue: .stricterIfTrue
    case .stricterIfTrue: .looserIfTrue
    case .looserIfGreater: .stricterIfGreater
    case .stricterIfGreater: .looserIfGreater
    case .looserIfMore: .stricterIfMore
    case .stricterIfMore: .looserIfMore
    case .words(let levels): .words(levels.reversed())
    case .given(let effect): .given(effect.reversed)
    // An absent list accepts everything, which has no opposite.
    case .onlyListed, .rules, .pattern, .unknown: .unknown
    }
  }
}

extension ParameterDocumentation: DeclaredParameter {
  var declaration: ParameterDocumentation { self }
}

extension DeclaredParameter {
  /// The parameter as declared by a rule that rejects what another rule with it accepts.
  var reversed: ParameterDocumentation {
    var reversed = declaration
    reversed.effect = declaration.effect.reversed
    return reversed
  }
}

extension [any DeclaredParameter] {
  /// The parameters as declared by a rule that rejects what another rule with them accepts.
  var reversed: [any DeclaredParameter] { map(\.reversed) }
}
