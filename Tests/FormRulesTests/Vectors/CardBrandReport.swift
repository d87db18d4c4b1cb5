import FormTestSupport
import Foundation

@testable import FormRules

/// Compares the possible types of incomplete card numbers with those of braintree/credit-card-type
/// (`../shared/vectors/card_brand.jsonl`).
struct CardBrandReport {
  private struct Line: Decodable {
    let input: String
    let brands: [String]
  }

  private(set) var vectors = 0
  private(set) var agreed = 0
  /// The number of lines that do not concern incomplete numbers.
  private(set) var inapplicable = 0
  /// The number of differences, by reason.
  private(set) var differences: [String: Int] = [:]
  /// The differences without a listed reason.
  private(set) var unexplained: [String] = []

  /// The types by the names of the other library.
  private static let names: [String: PaymentCardType] = [
    "visa": .visa, "mastercard": .mastercard, "american-express": .amex,
    "diners-club": .dinersClub, "discover": .discover, "jcb": .jcb, "unionpay": .unionPay,
    "maestro": .maestro, "elo": .elo, "mir": .mir, "hiper": .hiper, "hipercard": .hipercard,
    "troy": .troy, "naranja": .naranja, "verve": .verve,
  ]

  init() throws {
    let url = Repository.shared("vectors/card_brand.jsonl")
    for line in try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")) {
      let line = try JSONDecoder().decode(Line.self, from: line)
      let expected = line.brands.compactMap { Self.names[$0] }
      guard expected.count == line.brands.count else {
        inapplicable += 1
        continue
      }
      vectors += 1
      // The other library's answers cannot contain types that it does not know.
      let found = PaymentCardType.possible(for: line.input).filter(Self.names.values.contains)
      if Set(found) == Set(expected) {
        agreed += 1
      } else if let reason = Self.reason(line.input, Set(found), Set(expected)) {
        differences[reason, default: 0] += 1
      } else {
        unexplained.append("\(line.input): \(found), not \(expected)")
      }
    }
  }

  private static func reason(
    _ input: String, _ found: Set<PaymentCardType>, _ expected: Set<PaymentCardType>
  ) -> String? {
    if input == "62183" {
      return "UnionPay owns all numbers that begin with 62, including this prefix"
    }
    return input.hasPrefix("6") && expected.subtracting(found) == [.maestro]
      ? "The library accepts any number that begins with 6 as a possible Maestro card, not only 6304, 6390 and 67"
      : nil
  }

  /// A section of `docs/conformance.md`.
  var section: String {
    """
    ## Card types while typing

    The possible types of an incomplete number (`PaymentCardType.possible`), compared with those of \
    braintree/credit-card-type. Types that are unknown to that library are ignored.

    | vectors | agreed | not applicable |
    | ---: | ---: | ---: |
    | \(vectors) | \(agreed) | \(inapplicable) |

    Differences:

    | vectors | reason |
    | ---: | --- |

    """
      + differences.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "| \($0.value) | \($0.key) |\n" }.joined() + "\n"
  }
}
