import Foundation
import Testing

@testable import FormRules

/// Payment card numbers in text whose cells are unknown.
@Suite struct CardMaskingTests {
  @Test(
    arguments: [
      ("2,Nr 7 5555555555554444,x", "2,Nr 7 555555******4444,x"),
      ("2026 5555555555554444", "2026 555555******4444"),
      ("5555555555554444 123", "555555******4444 123"),
      ("0170 1234 5555555555554444", nil), ("20265555555555554444", nil),
      ("5555.5555.5555.4444", "5555.55**.****.4444"),
      ("5555\u{A0}5555\u{2011}5555  4444", "5555\u{A0}55**\u{2011}****  4444"),
      ("12 4111111111111111 5555555555554444 7", nil),
      // No known card type, but a valid check digit and the digit groups of cards.
      ("1: 9999 9999 9999 9995", "1: 9999 99** **** 9995"),
      ("01234 Berlin, 2024-01-15 030 123456", "01234 Berlin, 2024-01-15 030 123456"),
      ("1234567890", "1234567890"), ("4111111111111112", "4111111111111112"), ("", ""),
    ] as [(String, String?)])
  func adjacentDigitsDoNotHideANumber(_ text: String, _ masked: String?) {
    var bytes = Array(text.utf8)
    MaskedCard.maskNumbers(&bytes, bytes.indices)
    let stored = String(decoding: bytes, as: UTF8.self)
    if let masked { #expect(stored == masked) }
    for card in ["5555555555554444", "4111111111111111"] where text.contains(card) {
      #expect(!stored.contains(card))
      // No more digits remain than of a number without adjacent digits.
      let place = text.range(of: card).map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
      let left = stored.dropFirst(place ?? 0).prefix(card.count)
      #expect(left.count { $0 == "*" } >= 6)
      #expect(left.dropFirst(6).dropLast(4).allSatisfy { $0 == "*" })
    }
  }

  @Test func longRunsOfDigitsAreMaskedInLinearTime() {
    var bytes = Array(String(repeating: "5555555555554444", count: 4_000).utf8)
    MaskedCard.maskNumbers(&bytes, bytes.indices)
    #expect(bytes.count { $0 == UInt8(ascii: "*") } > 59_000)
  }
}
