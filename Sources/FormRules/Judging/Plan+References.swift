extension Plan {
  /// The distinct stored values that the rules compare with, in order.
  package var storedReferences: [StoredReference] {
    var seen: Set<StoredReference> = []
    return externalInputs.compactMap { demand in
      guard case .stored(let reference, _) = demand, seen.insert(reference).inserted else {
        return nil
      }
      return reference
    }
  }
}
