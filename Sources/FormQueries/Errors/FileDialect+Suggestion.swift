package import FormInput
package import FormRules

extension FileDialect {
  package init(_ suggestion: DialectSuggestion) {
    func text(_ byte: UInt8?) -> String? { byte.map { String(UnicodeScalar($0)) } }
    let dialect = suggestion.dialect
    self.init(
      quote: text(dialect.quote) ?? "", escape: text(dialect.escape),
      comment: dialect.comment.isEmpty ? nil : String(decoding: dialect.comment, as: UTF8.self),
      footer: suggestion.footer, skipInitialSpace: dialect.skipInitialSpace,
      trailingDelimiter: dialect.trailingDelimiter, skipBlankRows: dialect.skipBlankRows)
  }
}
