extension [String] {
  /// The lines of a report, followed by the receipt of the change, if something was changed.
  func withReceipt(of change: String, _ id: Int64?, _ head: String?) -> [String] {
    guard let id, let head else { return self }
    return self + ["  receipt: \(change) \(id), \(head)"]
  }
}
