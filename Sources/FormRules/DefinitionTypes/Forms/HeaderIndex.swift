/// Maps headers to fields: a header matches the name, the header or an alias of a field, compared
/// by `Field.headerKey`.
package struct HeaderIndex: Sendable {
  private var names: [String] = []
  /// The positions of fields by `Field.headerKey`.
  private var positions: [String: Int] = [:]

  package init() {}

  package init(_ form: Form) {
    for field in form.fields { insert(field) }
  }

  /// Returns the position of the field that a header matches; nil if there is none.
  package subscript(header: String) -> Int? { positions[Field.headerKey(header)] }

  /// Adds the headers of a field. Returns an error message if one of them belongs to another field
  /// already.
  package mutating func add(_ field: Field) -> String? {
    let clash = field.headers.compactMap { header in
      self[header].map { (header: header, field: names[$0]) }
    }.first
    insert(field)
    return clash.map {
      "'\($0.header)' means both field '\($0.field)' and field '\(field.name)' "
        + "(case and the kinds of blanks are ignored); change one"
    }
  }

  private mutating func insert(_ field: Field) {
    for header in field.headers { positions[Field.headerKey(header)] = names.count }
    names.append(field.name)
  }
}

extension Field {
  /// All headers that match the field.
  package var headers: [String] { [name, header].compactMap { $0 } + aliases }

  /// Returns the key by which headers are compared: the text without leading and trailing blanks,
  /// in which each other run of blanks is one space, case folded (the lower case of its upper case,
  /// so that ß equals ss).
  package static func headerKey(_ header: String) -> String {
    if header.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return header.lowercased() }
    return header.unicodeScalars.split(whereSeparator: \.isBlank).map { String($0) }
      .joined(separator: " ").uppercased().lowercased()
  }
}

extension [String] {
  /// Returns the indices of the headers that equal a name by `Field.headerKey`.
  package func indices(ofHeader name: String) -> [Int] {
    let key = Field.headerKey(name)
    return indices.filter { Field.headerKey(self[$0]) == key }
  }
}
