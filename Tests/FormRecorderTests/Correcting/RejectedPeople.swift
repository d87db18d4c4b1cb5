import FormRecorder
import FormRecorderTestSupport

/// A store with twenty rejected records, which returned files correct.
enum RejectedPeople {
  static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text, sensitive: true}
      - {name: city, type: text}
      - {name: amount, type: decimal}
      - {name: zip, type: text}
    ---
    rules: people
    form: people
    fields:
      amount: [{range: {max: 100}}]
      city: [{pattern: '[^#]*'}]
    """

  /// Twenty rejected records.
  static let records =
    "id,name,city,amount,zip\n"
    + (1...20).map { id in
      let city = ["Köln", "Zürich", "Málaga", "Berlin"][id % 4]
      return "\(id),Name \(40 - id),\(city),\(1_000 + id * 7 % 20),\(20_000 + id * 13 % 20)\n"
    }.joined()

  static func store(key: Bool = true) throws -> TemporaryStore {
    let store = try TemporaryStore(
      key ? definitions : definitions.replacing("key: [id]\n", with: ""))
    try store.add(records)
    return store
  }

  /// Returns the CSV of a table.
  static func text(_ table: [[String]]) -> String {
    table.map { $0.joined(separator: ",") + "\n" }.joined()
  }
}

extension TemporaryStore {
  /// The cells of an export of the open submissions, starting with the header.
  func openTable() throws -> [[String]] {
    try export(.open).split(separator: "\n").map {
      $0.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false).map(String.init)
    }
  }
}
