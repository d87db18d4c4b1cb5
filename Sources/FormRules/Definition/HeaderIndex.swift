/// Which field of a form each header means: one of its name, its header and its aliases, compared by
/// `Field.headerKey`.
package struct HeaderIndex: Sendable {
  private var names: [String] = []
  /// By the keys of headers.
  private var positions: [String: Int] = [:]

  package init() {}

  package init(_ form: Form) {
    for field in form.fields { insert(field) }
  }

  /// The position of the field that a header means; nil when it means none.
  package subscript(header: String) -> Int? { positions[Field.headerKey(header)] }

  /// Adds what means the field; answers what is wrong when some of it means another one already.
  package mutating func add(_ field: Field) -> String? {
    let clash = field.headers.compactMap { header in
      self[header].map { (header: header, field: names[$0]) }
    }.first
    insert(field)
    return clash.map {
      "'\($0.header)' means both field '\($0.field)' and field '\(field.name)' "
        + "(case and blanks at the ends do not count); change one"
    }
  }

  private mutating func insert(_ field: Field) {
    for header in field.headers { positions[Field.headerKey(header)] = names.count }
    names.append(field.name)
  }
}

extension Field {
  /// What its column may be called.
  package var headers: [String] { [name, header].compactMap { $0 } + aliases }

  /// What headers are compared by: the text without blanks at its ends, case folded (lower case of
  /// its upper case, so that ß is ss).
  package static func headerKey(_ header: String) -> String {
    let bytes = Array(header.utf8)
    return String(decoding: bytes[bytes.span.trimmedRange], as: UTF8.self)
      .uppercased().lowercased()
  }
}

extension [String] {
  /// The places of the headers that are a name, as headers are compared.
  package func indices(ofHeader name: String) -> [Int] {
    let key = Field.headerKey(name)
    return indices.filter { Field.headerKey(self[$0]) == key }
  }
}
