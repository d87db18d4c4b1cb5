extension Plan {
  /// The stored values that its rules compare with, each once, in order.
  package var storedReferences: [StoredReference] {
    demands.compactMap { if case .stored(let reference) = $0 { reference } else { nil } }
  }
}
