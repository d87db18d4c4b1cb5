import FormBytes
import FormHashing
import FormRules
import Foundation

/// Why a text is not a proof.
package enum ProofError: Error, Equatable {
  /// A line, from 1, is not as in the description of the format.
  case format(line: Int)
  /// A digest differs from that of the head.
  case digest
}

extension EventProof {
  /// Reads a proof. `verify` checks its digests.
  package init(_ bytes: [UInt8]) throws(ProofError) {
    var lines = try ProofLines(bytes)
    try lines.require(Self.title)
    event = try lines.text("event")
    statement = try lines.text("content")
    let item = try lines.words("item", count: 3)
    (position, items) = (try lines.number(item[0]), try lines.number(item[1]))
    self.item = try lines.string(item[2])
    rest = try lines.node(try lines.value("rest"))
    if lines.startsNext("record") {
      let number = try lines.number(try lines.value("record"))
      let content: Record.Content
      if lines.startsNext("leaf") {
        content = .leaf(try lines.node(try lines.value("leaf")))
      } else {
        let salt = try lines.hexadecimal(try lines.value("salt"), count: Self.saltSize)
        var text = try lines.value("text")
        while lines.startsNext("text") { text += [0x0A] + (try lines.value("text")) }
        content = .text(text, salt: salt)
      }
      record = Record(number: number, content: content, path: try lines.path("record-path"))
    }
    itemPath = try lines.path("item-path")
    eventPath = try lines.path("event-path")
    let receipt = try lines.words("receipt", count: 2)
    self.receipt = try lines.number(receipt[0])
    head = try lines.hexadecimal(receipt[1], count: Self.headSize)
    try lines.requireEnd()
  }
}

/// The lines of a proof. There is exactly one way to write each value.
private struct ProofLines {
  private let lines: [ArraySlice<UInt8>]
  private var next = 0

  init(_ bytes: [UInt8]) throws(ProofError) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else { throw .format(line: lines.count) }
  }

  private var error: ProofError { .format(line: next) }

  func startsNext(_ key: String) -> Bool {
    next < lines.count
      && (lines[next].starts(with: "\(key) ".utf8) || lines[next].elementsEqual(key.utf8))
  }

  mutating func require(_ line: String) throws(ProofError) {
    next += 1
    guard next <= lines.count, lines[next - 1].elementsEqual(line.utf8) else { throw error }
  }

  /// Checks that only the end of the last line is left.
  func requireEnd() throws(ProofError) {
    guard next == lines.count - 1 else { throw .format(line: next + 1) }
  }

  /// The value of the next line, which has this key.
  mutating func value(_ key: String) throws(ProofError) -> [UInt8] {
    next += 1
    guard next <= lines.count, lines[next - 1].starts(with: "\(key) ".utf8) else { throw error }
    return Array(lines[next - 1].dropFirst(key.utf8.count + 1))
  }

  mutating func text(_ key: String) throws(ProofError) -> String { try string(try value(key)) }

  func string(_ bytes: [UInt8]) throws(ProofError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw error }
    return text
  }

  /// The parts of a value. The last one may contain blanks.
  mutating func words(_ key: String, count: Int) throws(ProofError) -> [[UInt8]] {
    let words = try value(key).split(
      separator: 0x20, maxSplits: count - 1, omittingEmptySubsequences: false)
    guard words.count == count else { throw error }
    return words.map { Array($0) }
  }

  func number(_ digits: [UInt8]) throws(ProofError) -> Int {
    guard let number = Int(decimal: digits) else { throw error }
    return number
  }

  func hexadecimal(_ digits: [UInt8], count: Int) throws(ProofError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: digits), bytes.count == count,
      bytes.hexadecimal.utf8.elementsEqual(digits)
    else { throw error }
    return bytes
  }

  func node(_ text: [UInt8]) throws(ProofError) -> HashNode {
    guard let bytes = Data(base64Encoded: Data(text)), bytes.count == HashNode.size,
      bytes.base64EncodedString().utf8.elementsEqual(text)
    else { throw error }
    return HashNode(bytes)
  }

  /// The nodes of a path, which may be empty.
  mutating func path(_ key: String) throws(ProofError) -> [HashNode] {
    if next < lines.count, lines[next].elementsEqual(key.utf8) {
      next += 1
      return []
    }
    var path: [HashNode] = []
    for text in try value(key).split(separator: 0x20, omittingEmptySubsequences: false) {
      path.append(try node(Array(text)))
    }
    return path
  }
}

extension Int {
  /// Creates a number from 1 to 15 decimal digits without leading zeros.
  init?(decimal digits: some Collection<UInt8>) {
    guard (1...15).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
      digits.count == 1 || digits.first != 0x30
    else { return nil }
    self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
