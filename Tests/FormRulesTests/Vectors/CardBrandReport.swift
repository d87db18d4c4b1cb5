import FormTestSupport
import Foundation

@testable import FormRules

/// Which types of card a number being typed may still have: braintree/credit-card-type's answers
/// (`../shared/vectors/card_brand.jsonl`) and ours.
struct CardBrandReport {
  private struct Line: Decodable {
    let input: String
    let brands: [String]
  }

  private(set) var vectors = 0
  private(set) var agreed = 0
  /// How many lines say nothing about a number being typed.
  private(set) var inapplicable = 0
  /// How many differ, by reason.
  private(set) var differences: [String: Int] = [:]
  /// What differs for no reason that is listed.
  private(set) var unexplained: [String] = []

  /// Its names and ours.
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
      // Types that it does not know cannot be in its answers.
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
    if input == "62183" { return "UnionPay has all of 62; this prefix is no exception" }
    return input.hasPrefix("6") && expected.subtracting(found) == [.maestro]
      ? "Whatever begins with 6 may be a Maestro card to it, not only 6304, 6390 and 67" : nil
  }

  /// A section of `docs/conformance.md`.
  var section: String {
    """
    ## Card types while typing

    Which types a number being typed may still have (`PaymentCardType.possible`), and what \
    braintree/credit-card-type says. Types that it does not know are left out.

    | vectors | agreed | do not apply |
    | ---: | ---: | ---: |
    | \(vectors) | \(agreed) | \(inapplicable) |

    Where we differ:

    | vectors | reason |
    | ---: | --- |

    """
      + differences.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "| \($0.value) | \($0.key) |\n" }.joined() + "\n"
  }
}
