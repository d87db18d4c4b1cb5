// Which fields an observer of a form must show again.
extension FormSession {
  /// The slot that `status(of:)` reads for a path, or nil if the path is that of no field.
  package func slot(of path: PartialKeyPath<Root>) -> Int? { layout.paths[FieldPath(path)] }

  /// The slots whose `status(of:)` differs from that in an earlier session: all of the earlier
  /// session if the validator was replaced.
  package func changedSlots(since earlier: Self) -> [Int] {
    let all = Array(earlier.slots.indices)
    return layout === earlier.layout
      ? all.filter { !slots[$0].hasStatus(of: earlier.slots[$0]) } : all
  }
}

extension SlotState {
  /// Whether both have the same status, also that of each item. Errors whose messages are in
  /// different languages are equal, so the messages are compared, too.
  fileprivate func hasStatus(of other: SlotState) -> Bool {
    (state, isEdited, isStale, focus, isEnabled)
      == (other.state, other.isEdited, other.isStale, other.focus, other.isEnabled)
      && visibleErrors.elementsEqual(other.visibleErrors) { $0 == $1 && $0.message == $1.message }
  }
}
