import Testing

@testable import FormRules

/// The stated effects of parameters on what their rules accept.
@Suite struct ParameterEffectTests {
  @Test(arguments: ParameterDeclarationTests.all)
  func effectsFitTheTypesOfParameters(_ declared: ParameterDeclarationTests.Declared) {
    let parameter = declared.parameter
    func isFitting(_ effect: ParameterEffect) -> Bool {
      switch effect {
      case .looserIfTrue, .stricterIfTrue: parameter.type == .flag
      case .looserIfGreater, .stricterIfGreater:
        switch parameter.type {
        case .integer, .operand, .value, .text: true
        default: false
        }
      case .looserIfMore, .stricterIfMore, .onlyListed:
        switch parameter.type {
        case .texts, .values, .choices, .integers, .text, .integer: true
        default: false
        }
      case .words(let levels):
        Set(levels.joined()).isSubset(of: parameter.type.words) || parameter.type == .text
      case .given(let effect):
        // Without a default, the effect of absence would be that of an empty list or no bound.
        parameter.defaultValue == nil && isFitting(effect)
      case .rules: parameter.type == .rules || declared.rule == UseRule.self
      case .pattern: declared.rule == PatternRule.self
      case .unknown: true
      }
    }
    #expect(isFitting(parameter.effect), "\(parameter.effect) for \(parameter.type)")
  }

  /// A parameter whose effect is unknown makes every change of it unknown, so there are few.
  @Test func fewEffectsAreUnknown() {
    let unknown = ParameterDeclarationTests.all.filter { $0.parameter.effect == .unknown }
    #expect(
      unknown.count * 4 < ParameterDeclarationTests.all.count, "\(unknown.map(\.testDescription))")
  }

  @Test(arguments: [
    (ParameterEffect.looserIfTrue, ParameterEffect.stricterIfTrue),
    (.looserIfGreater, .stricterIfGreater), (.looserIfMore, .stricterIfMore),
    (.words([["a"], ["b", "c"]]), .words([["b", "c"], ["a"]])),
    (.given(.looserIfMore), .given(.stricterIfMore)), (.unknown, .unknown),
  ])
  func effectsAreReversed(_ effect: ParameterEffect, _ expected: ParameterEffect) {
    #expect(effect.reversed == expected)
    #expect(expected.reversed == effect)
  }
}
