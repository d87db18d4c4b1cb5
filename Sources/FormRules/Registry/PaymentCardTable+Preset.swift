extension PaymentCardTable {
  /// Returns the table of a built-in preset, such as `atg.paymentCard`; nil if there is none.
  public init?(preset name: String) {
    // A preset of another rule has no table.
    guard let ranges = PresetRegistry.preset(named: name)?.document.first("ranges"),
      let table = try? PaymentCardTable(ranges)
    else { return nil }
    self = table
  }
}
