/// Which field each header means, for finding headers that mean two.
package struct HeaderIndex {
  private var fields: [String: String] = [:]

  package init() {}

  /// Adds what means the field; answers what is wrong when some of it means another one already.
  package mutating func add(_ field: Field) -> String? {
    let headers = [field.name, field.header ?? field.name] + field.aliases
    let keys = headers.map(Field.headerKey)
    let clash = zip(headers, keys).lazy.compactMap { header, key in
      fields[key].map { (header: header, field: $0) }
    }.first
    for key in keys { fields[key] = field.name }
    return clash.map {
      "'\($0.header)' means both field '\($0.field)' and field '\(field.name)' "
        + "(case and blanks at the ends do not count); change one"
    }
  }
}
