/// How an import was judged when it was received.
package struct DeliveryVerdicts: Sendable, Equatable {
  package var rejected: Int
  package var rules: String
  package var version: Int
}
