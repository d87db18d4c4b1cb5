import FormTestSupport

/// Random records of each form.
extension JudgedStore {
  /// A header and records, whose columns have a random order.
  static func table(_ form: String, _ random: inout SeededGenerator) -> [[String]] {
    let names = fields[form]!
    let order = names.indices.shuffled(using: &random)
    var rows = [order.map { names[$0] }]
    // Some files have several batches.
    let isLong = Int.random(in: 0..<12, using: &random) == 0
    for _ in 0..<(isLong ? 1_050 : Int.random(in: 1...5, using: &random)) {
      let cells = record(form, &random)
      rows.append(order.map { cells[$0] })
    }
    // A record with too few cells.
    if Int.random(in: 0..<4, using: &random) == 0 { rows[rows.count - 1].removeLast() }
    return rows
  }

  static func record(_ form: String, _ random: inout SeededGenerator) -> [String] {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random)! }
    let number = one((1...8).map(String.init))
    switch form {
    case "people":
      return [
        one([number, number, "x"]), "n\(number)\(one(["", "0"]))", one(["", "c\(number)"]),
        one(["", "4111111111111111", "4111111111111112"]),
      ]
    case "visits": return [number, one(["2026-01-01", "2026-01-02", "x"])]
    default:
      let note = String(repeating: "n", count: Int.random(in: 0...60, using: &random))
      let texts = (0..<6).map { _ in one(["", "a", "long \(note)"]) }
      return ["o\(Int.random(in: 1...40, using: &random))", number, note] + texts
    }
  }
}
