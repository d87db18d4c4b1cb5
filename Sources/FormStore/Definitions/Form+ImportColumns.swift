package import FormRules

extension Form {
  /// Returns, for each field, the index of the import column that fills it, or nil.
  ///
  /// There are three passes. In each, every column that fills no field yet, in order, fills this
  /// field if no other column does:
  ///
  /// 1. the field that it filled when it was imported
  /// 2. the field that now has that field's name as an alias
  /// 3. the field that its header now matches
  package func columnOfField(_ columns: [ImportColumn]) -> [Int?] {
    let headers = HeaderIndex(self)
    var result: [Int?] = Array(repeating: nil, count: fields.count)
    var taken: Set<Int> = []
    func fill(_ name: (ImportColumn) -> Int?) {
      for (index, column) in columns.enumerated() where !taken.contains(index) {
        guard let field = name(column), result[field] == nil else { continue }
        result[field] = index
        taken.insert(index)
      }
    }
    fill { $0.field.flatMap { fieldIndex($0) } }
    fill { $0.field.flatMap { headers[$0] } }
    fill { headers[$0.header] }
    return result
  }

  /// Returns the columns of an import with the fields that they fill in this version
  /// (`columnOfField`).
  ///
  /// A column that fills none keeps the field that it filled when it was imported, if this version
  /// does not have that field.
  package func remapped(_ columns: [ImportColumn]) -> [ImportColumn] {
    var result = columns.map { column in
      ImportColumn(
        header: column.header, field: column.field.flatMap { fieldIndex($0) == nil ? $0 : nil })
    }
    for (field, column) in zip(fields, columnOfField(columns)) {
      if let column { result[column].field = field.name }
    }
    return result
  }

  /// Returns the name that a field of another version has in this one: its own, or that of the
  /// field that has it as an alias. A field that this version lacks keeps its name.
  ///
  /// - Parameter headers: The headers of this version, if they are known.
  package func currentName(ofField name: String, in headers: HeaderIndex? = nil) -> String {
    (fieldIndex(name) ?? (headers ?? HeaderIndex(self))[name]).map { fields[$0].name } ?? name
  }
}
