import FormBytes
import Foundation

extension SipHasher128 {
  /// Adds a value other than a list to the hash: equal values have equal hashes; text is compared
  /// by its bytes.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether ASCII letters are converted to lowercase.
  ///   - normalizes: Whether text is normalized to NFC.
  /// - Returns: False if there is no value, in which case nothing is added.
  mutating func combine(
    _ value: Value, _ text: Span<UInt8>, ignoresCase: Bool = false, normalizes: Bool = false
  ) -> Bool {
    guard value.isPresent else { return false }
    if let key = ValueKey(value) {
      combine(key.kind)
      combine(UInt64(truncatingIfNeeded: key.payload))
      combine(UInt64(truncatingIfNeeded: key.payload >> 64))
      return true
    }
    // No other value has this kind, so text never equals another value.
    combine(UInt64.max)
    combine(text, ignoresCase: ignoresCase, normalizes: normalizes)
    return true
  }

  /// Adds a value to the hash, as above. Lists are equal if their items are.
  ///
  /// - Parameter list: How the field's text is split, if it is a list.
  @inline(__always)
  mutating func combine(
    _ value: Value, _ text: Span<UInt8>, list: ListItems.Source?, ignoresCase: Bool = false,
    normalizes: Bool = false
  ) -> Bool {
    guard case .list = value, let (items, isJSON) = list else {
      return combine(value, text, ignoresCase: ignoresCase, normalizes: normalizes)
    }
    combine(items, text, isJSON: isJSON, ignoresCase: ignoresCase, normalizes: normalizes)
    return true
  }

  /// Adds the items of a list, each with its length, and their number.
  mutating func combine(
    _ items: ListItems, _ text: Span<UInt8>, isJSON: Bool, ignoresCase: Bool = false,
    normalizes: Bool = false
  ) {
    combine(UInt64.max - 1)
    var count: UInt64 = 0
    _ = items.allSatisfy(text, isJSON: isJSON) { item in
      count += 1
      combine(item, ignoresCase: ignoresCase, normalizes: normalizes)
      return true
    }
    combine(count)
  }

  private mutating func combine(_ text: Span<UInt8>, ignoresCase: Bool, normalizes: Bool) {
    if normalizes, !text.isASCII {
      let composed = String(copying: text).precomposedStringWithCanonicalMapping
      combine(Array(composed.utf8).span, ignoresCase: ignoresCase)
    } else {
      combine(text, ignoresCase: ignoresCase)
    }
  }

  /// Adds the values of several fields to the hash.
  ///
  /// - Returns: False if one of them is missing, empty or not of its type.
  mutating func combine(
    _ record: borrowing RecordContext, _ fields: [Int], ignoresCase: Bool = false,
    normalizes: Bool = false
  ) -> Bool {
    for field in fields {
      let (value, text) = (record.value(of: field), record.text(of: field))
      let list: ListItems.Source? =
        if case .list = value { record.run.items(of: field)?.source(record) } else { nil }
      guard
        combine(value, text, list: list, ignoresCase: ignoresCase, normalizes: normalizes)
      else { return false }
    }
    return true
  }

  private mutating func combine(_ text: Span<UInt8>, ignoresCase: Bool) {
    if ignoresCase { combineLowercased(text) } else { combine(text) }
  }

  /// Adds the text with its ASCII letters in lowercase, in the same way as `combine`.
  private mutating func combineLowercased(_ text: Span<UInt8>) {
    combine(UInt64(text.count))
    var word: UInt64 = 0
    for index in 0..<text.count {
      let offset = UInt64(index & 7)
      word |= UInt64(text[index].lowercasedASCII) << (8 * offset)
      if offset == 7 {
        combine(word)
        word = 0
      }
    }
    if text.count & 7 != 0 { combine(word) }
  }
}
