import Foundation

extension Array: FormValue, RuleOperand where Element: FormValue {
  /// The field type of lists; for an array of bytes, that of files.
  public static var fieldType: FieldType { Element.self == UInt8.self ? .file : .list() }

  /// The texts of the items as a JSON array, or the bytes as a `data:` URI. An empty array is an
  /// empty value.
  public var formText: String? {
    if isEmpty { return "" }
    if let bytes = self as? [UInt8] { return Data(bytes).formText }
    return JSON.array(map { JSON.string($0.formText ?? "") }).text
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
    let isRead =
      formText.isEmpty
      || JSONItems.allSatisfy(in: Array<UInt8>(formText.utf8).span) { text in
        guard let item = Element(formText: String(copying: text)) else { return false }
        items.append(item)
        return true
      }
    guard isRead else { return nil }
    self = items
  }
}

extension Set: FormValue, RuleOperand where Element: FormValue {
  /// The field type of lists.
  public static var fieldType: FieldType { .list() }

  /// The texts of the items as a JSON array, in ascending order. An empty set is an empty value.
  public var formText: String? {
    isEmpty ? "" : JSON.array(map { $0.formText ?? "" }.sorted().map(JSON.string)).text
  }

  /// Parses the items of a JSON array.
  public init?(formText: String) {
    guard let items = [Element](formText: formText) else { return nil }
    self.init(items)
  }
}
