extension String {
  /// The bytes, which distinguish canonically equivalent texts, such as é as one or two code
  /// points. `==` and keys of dictionaries do not.
  package var utf8Bytes: [UInt8] { Array(utf8) }
}

extension Sequence<String> {
  /// Whether one of the texts has the same bytes as another text. `contains` also finds canonically
  /// equivalent texts.
  package func containsBytes(of text: String) -> Bool {
    contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
