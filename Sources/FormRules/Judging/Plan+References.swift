extension Plan {
  /// The distinct stored values that the rules compare with, in order.
  package var storedReferences: [StoredReference] {
    demands.compactMap { if case .stored(let reference) = $0 { reference } else { nil } }
  }
}
