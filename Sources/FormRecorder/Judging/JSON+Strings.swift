import FormRules

extension JSON {
  /// Decodes a stored JSON object of strings.
  static func strings(_ text: String) throws(RecorderError) -> [String: String] {
    guard let texts = JSONReader.decode([String: String].self, from: text) else {
      throw RecorderError.damaged("the parameters of a run are damaged")
    }
    return texts
  }
}

extension [String: String] {
  /// The texts as a JSON object with sorted keys.
  var sortedJSON: String {
    JSON.object(sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }).text
  }
}
