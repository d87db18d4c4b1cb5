// The sets of `\p{…}` and of `unicode: true`. They follow the Unicode version of Swift's standard
// library, so they are used only in builds without PCRE2, which has its own.
extension ScalarSet {
  /// The set of a general category such as `L` or `Nd`, of `L&`, `Any` or `Alphabetic`, and of the
  /// names of PCRE2 for `\w` and `\s`; nil for other properties.
  static func property(_ name: String) -> ScalarSet? {
    switch name {
    case "Any": return .any
    case "Alphabetic": return byProperty.alphabetic
    case "L&": return union(["Lu", "Ll", "Lt"])
    case "Xwd": return union(["L", "N"].flatMap(names)).union(ScalarSet("_"))
    case "Xps": return union(names("Z")).union(horizontalBlanks).union(verticalBlanks)
    default:
      let names = byProperty.categories.keys.filter { $0 == name || $0.prefix(1) == name }
      return names.isEmpty ? nil : union(names)
    }
  }

  private static func names(_ group: String) -> [String] {
    byProperty.categories.keys.filter { $0.hasPrefix(group) }
  }

  private static func union(_ names: [String]) -> ScalarSet {
    ScalarSet(names.flatMap { byProperty.categories[$0]?.ranges ?? [] })
  }

  /// The scalars of each category, and the alphabetic ones.
  private static let byProperty: (categories: [String: ScalarSet], alphabetic: ScalarSet) = {
    var categories: [String: [ClosedRange<UInt32>]] = ["Cs": [0xD800...0xDFFF]]
    var alphabetic: [ClosedRange<UInt32>] = []
    var (start, name, isAlphabetic) = (UInt32(0), "Cc", false)
    func end(before next: UInt32) {
      guard start < next else { return }
      categories[name, default: []].append(start...next - 1)
      if isAlphabetic { alphabetic.append(start...next - 1) }
    }
    for value in 0...last {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let next = (scalar.properties.generalCategory.abbreviation, scalar.properties.isAlphabetic)
      if value != 0xE000, next == (name, isAlphabetic) { continue }
      end(before: value == 0xE000 ? 0xD800 : value)
      start = value
      (name, isAlphabetic) = next
    }
    end(before: last + 1)
    return (categories.mapValues { ScalarSet($0) }, ScalarSet(alphabetic))
  }()
}

extension Unicode.GeneralCategory {
  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
