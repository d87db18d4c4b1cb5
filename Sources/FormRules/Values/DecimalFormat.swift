extension FieldType {
  /// The notation of an exact decimal number.
  public struct DecimalFormat: Sendable, Equatable {
    /// The maximum number of decimal places, or nil for 38.
    public var scale: Int?
    /// The decimal separator, one ASCII character.
    public var point: String
    /// The characters that may separate groups of digits before the point. A number contains at
    /// most one of them.
    public var group: [String]
    /// The sizes of the groups. The first group may be shorter and has no leading zero.
    public var grouping: Grouping
    /// Texts that may precede or follow the number, such as a currency, each at most once. Blanks
    /// next to them are ignored.
    public var strip: [String]
    /// The notations of negative numbers, of which a number has one. If there are none, a negative
    /// number begins with `-`.
    public var negative: [NegativeNotation]

    /// Creates a format. The default accepts `1234.5` and `-1234.5`.
    public init(
      scale: Int? = nil, point: String = ".", group: [String] = [], grouping: Grouping = .thousands,
      strip: [String] = [], negative: [NegativeNotation] = []
    ) {
      self.scale = scale
      self.point = point
      self.group = group
      self.grouping = grouping
      self.strip = strip
      self.negative = negative
    }
  }
}

extension FieldType.DecimalFormat {
  /// The maximum number of texts in `strip`.
  static let maximumWords = 64

  /// The sizes of the groups of digits.
  public enum Grouping: String, Sendable, CaseIterable {
    /// Groups of three digits: `1,234,567`.
    case thousands
    /// The last group has three digits, the others two: `12,34,567`.
    case indian

    /// The number of digits of the groups between the first and the last.
    var innerSize: Int { self == .indian ? 2 : 3 }
  }

  /// A notation of negative numbers. A minus sign is `-` or U+2212.
  public enum NegativeNotation: String, Sendable, CaseIterable {
    /// A minus sign before the number: `-5.00`, `-$5.00` or `$-5.00`.
    case minus
    /// Parentheses around the number: `(5.00)`.
    case parentheses
    /// A minus sign after the number: `5.00-`.
    case trailing
    /// `CR` after the number, in any case: `5.00 CR` is negative, `5.00 DR` is positive.
    case credit
    /// `DR` after the number, in any case: `5.00 DR` is negative, `5.00 CR` is positive.
    case debit

    /// The texts before and after the digits of a negative number.
    package var affixes: (prefix: String, suffix: String) {
      switch self {
      case .minus: ("-", "")
      case .parentheses: ("(", ")")
      case .trailing: ("", "-")
      case .credit: ("", " CR")
      case .debit: ("", " DR")
      }
    }
  }

  /// The blanks that separate groups of digits: space, no-break space, figure space, thin space and
  /// narrow no-break space.
  public static let blanks = [" ", "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}"]

  /// The texts before and after the digits of a negative number that is written in this format.
  package var negativeAffixes: (prefix: String, suffix: String) {
    (negative.contains(.minus) ? .minus : negative.first ?? .minus).affixes
  }

  /// A canonical number, such as `-1234.5`, in this format, without groups.
  package func text(ofCanonical number: String) -> String {
    let (prefix, suffix) = negativeAffixes
    let text = point == "." ? number : number.replacing(".", with: point)
    return text.hasPrefix("-") ? prefix + text.dropFirst() + suffix : text
  }
}
