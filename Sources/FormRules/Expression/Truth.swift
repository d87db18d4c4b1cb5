/// The result of a condition. It is unknown if it depends on a missing, empty or mistyped value.
package enum Truth: Sendable {
  case isTrue, isFalse, unknown

  init(_ value: Bool) { self = value ? .isTrue : .isFalse }
  init(_ value: Bool?) { self = value.map(Truth.init(_:)) ?? .unknown }
}
