import FormRules
import Foundation

extension JSON {
  /// An object of texts, keys sorted.
  static func object(sorted texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }

  /// Reads an object of texts that the store holds.
  static func strings(_ text: String) throws(RecorderError) -> [String: String] {
    if text == "{}" { return [:] }
    do {
      return try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    } catch {
      throw RecorderError(.failed, "the parameters of a run are damaged; run 'formrec verify'")
    }
  }
}
