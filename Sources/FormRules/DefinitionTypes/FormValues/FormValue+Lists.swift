import Foundation

extension Array: FormValue, RuleOperand where Element: FormValue {
  /// The field type of lists; for an array of bytes, that of files.
  public static var fieldType: FieldType { Element.self == UInt8.self ? .file : .list() }

  /// The texts of the items as a JSON array, in which nil is null, or the bytes as a `data:` URI.
  /// An empty array is an empty value.
  public var formText: String? {
    if isEmpty { return "" }
    if let bytes = self as? [UInt8] { return Data(bytes).formText }
    return JSON.array(map { .optional($0.formText) }).text
  }

  /// Parses the items of a JSON array, or decodes the bytes of a `data:` URI or Base64.
  public init?(formText: String) {
    if Element.self == UInt8.self {
      guard let data = Data(formText: formText), let bytes = Array<UInt8>(data) as? Self else {
        return nil
      }
      self = bytes
      return
    }
    var items: Self = []
    func append(_ item: Element?) -> Bool {
      guard let item else { return false }
      items.append(item)
      return true
    }
    let isRead =
      formText.isEmpty
      || JSONItems.allSatisfy(in: Array<UInt8>(formText.utf8).span) {
        append(Element.null ?? Element(formText: ""))
      } _: { text in
        append(Element(formText: String(copying: text)))
      }
    guard isRead else { return nil }
    self = items
  }
}

extension Set: FormValue, RuleOperand where Element: FormValue {
  /// The field type of lists.
  public static var fieldType: FieldType { .list() }

  /// The texts of the items as a JSON array, in ascending order. If an item is nil, null comes
  /// first. An empty set is an empty value.
  public var formText: String? {
    if isEmpty { return "" }
    let texts = compactMap(\.formText).sorted().map(JSON.string)
    return JSON.array((texts.count < count ? [.null] : []) + texts).text
  }

  /// Parses the items of a JSON array.
  public init?(formText: String) {
    guard let items = [Element](formText: formText) else { return nil }
    self.init(items)
  }
}

extension FormValue {
  /// The value nil, if the type is optional.
  fileprivate static var null: Self? {
    func null<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Value { nil }
    return (self as? any ExpressibleByNilLiteral.Type).flatMap { null($0) as? Self }
  }
}
