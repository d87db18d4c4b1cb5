import FormBytes

/// A sorted set of codes of equal width from a table of ISO codes. Lookups do not allocate.
package struct ISOCodes: Sendable {
  /// All codes, concatenated in ascending order.
  private let bytes: [UInt8]
  private let width: Int

  /// Reads the codes at `offset` in every record of a table.
  ///
  /// - Parameters:
  ///   - width: The number of characters of a code.
  ///   - stride: The number of characters of a record; nil if a record is just the code.
  init(_ table: String, width: Int, at offset: Int = 0, stride: Int? = nil) {
    let all = table.utf8.filter { $0 > 0x20 }
    let step = stride ?? width
    let codes = Swift.stride(from: 0, to: all.count, by: step).map {
      Array(all[$0 + offset..<$0 + offset + width])
    }
    bytes = codes.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    self.width = width
  }

  /// The number of codes.
  var count: Int { bytes.count / width }

  /// Whether the text is one of the codes. Takes logarithmic time.
  ///
  /// - Parameter ignoresCase: Whether to ignore the case of ASCII letters.
  package func contains(_ text: Span<UInt8>, ignoresCase: Bool = false) -> Bool {
    guard text.count == width else { return false }
    let index = (0..<count).partitioningIndex { order(text, $0, ignoresCase: ignoresCase) <= 0 }
    return index < count && order(text, index, ignoresCase: ignoresCase) == 0
  }

  /// Negative if the text sorts before the code at the index, 0 if it equals the code, otherwise
  /// positive.
  private func order(_ text: Span<UInt8>, _ position: Int, ignoresCase: Bool) -> Int {
    for index in 0..<width {
      let code = bytes[position * width + index]
      var byte = text[index]
      if ignoresCase, byte.isASCIILetter { byte = byte & ~0x20 | code & 0x20 }
      if byte != code { return Int(byte) - Int(code) }
    }
    return 0
  }

  package static let countries2 = ISOCodes(ISOTables.countries, width: 2, stride: 8)
  static let countries3 = ISOCodes(ISOTables.countries, width: 3, at: 2, stride: 8)
  static let countryNumbers = ISOCodes(ISOTables.countries, width: 3, at: 5, stride: 8)
  package static let currencies = ISOCodes(ISOTables.currencies, width: 3, stride: 6)
  static let currencyNumbers = ISOCodes(ISOTables.currencies, width: 3, at: 3, stride: 6)
  static let languages2 = ISOCodes(ISOTables.languages2, width: 2)
  static let languages3 = ISOCodes(ISOTables.languages3, width: 3)

  /// The two-letter code of the country with the given three-letter code.
  static func alpha2(ofAlpha3 code: String) -> String? {
    let all = Array(ISOTables.countries.utf8.filter { $0 > 0x20 })
    let wanted = Array(code.utf8)
    let start = stride(from: 0, to: all.count, by: 8).first {
      Array(all[$0 + 2..<$0 + 5]) == wanted
    }
    return start.map { String(decoding: all[$0..<$0 + 2], as: UTF8.self) }
  }
}

extension RuleParameters {
  /// The value of a parameter that is a country, a list of countries, or `any`. Empty for `any` and
  /// if the parameter is absent.
  ///
  /// - Parameter find: Returns the data for an uppercase two-letter ISO 3166-1 code; nil is an
  ///   error.
  /// - Throws: `DefinitionError` if the list is empty or a country is unknown.
  func countries<Country>(
    _ parameter: Parameter<[String]?>, _ find: (String) -> Country?
  ) throws(DefinitionError) -> [Country] {
    guard let codes = try self[parameter] else { return [] }
    if codes.isEmpty {
      throw error("\(parameter.name) must name one at least", .missing(nil), at: parameter)
    }
    if codes == ["any"] { return [] }
    var result: [Country] = []
    for written in codes {
      let code = written.uppercased()
      let alpha2 = code.utf8.count == 3 ? ISOCodes.alpha2(ofAlpha3: code) : code
      guard let alpha2, let country = find(alpha2) else {
        throw error(
          "unknown country '\(written)'; use codes of ISO 3166-1 such as DE or DEU",
          at: parameter)
      }
      result.append(country)
    }
    return result
  }
}
