/// The result of a condition. It is unknown if it depends on a missing, empty or mistyped value.
package enum Truth: Sendable {
  case isTrue, isFalse, unknown

  init(_ answer: Bool) { self = answer ? .isTrue : .isFalse }
  init(_ answer: Bool?) { self = answer.map(Truth.init(_:)) ?? .unknown }
}
