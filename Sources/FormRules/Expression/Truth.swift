/// The answer of a condition. What needs a missing, empty or wrongly typed value is unknown.
package enum Truth: Sendable {
  case isTrue, isFalse, unknown

  init(_ answer: Bool) { self = answer ? .isTrue : .isFalse }
  init(_ answer: Bool?) { self = answer.map(Truth.init(_:)) ?? .unknown }
}
