extension PaymentCardTable {
  /// The table that a preset of the program brings along, such as `atg.paymentCard`; nil when there
  /// is none.
  public init?(preset name: String) {
    guard let ranges = PresetRegistry.preset(named: name)?.document.first("ranges"),
      let table = try? PaymentCardTable(ranges)
    else { return nil }
    self = table
  }
}
