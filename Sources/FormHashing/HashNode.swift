import Foundation

/// The node of a hash tree: the first 27 bytes of a SHA-256 digest, so that two nodes and the byte
/// that separates the domains are a single block of SHA-256. A collision takes 2^108 steps.
@usableFromInline
package struct HashNode: Hashable, Sendable {
  /// The number of bytes.
  package static let size = 27

  /// What a node is the digest of. Nodes of different domains have no equal input (RFC 9162).
  package enum Domain: UInt8 {
    case record, pair, item, content, event, head
  }

  @usableFromInline package let bytes: [UInt8]

  /// Creates a node from its bytes, of which there are `size`, except in damaged stores.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Creates the node of a text.
  package init(_ domain: Domain, _ bytes: [UInt8]) {
    unsafe self.bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { node, count in
      // Safe because the call writes exactly this many bytes.
      unsafe bytes.withUnsafeBytes {
        unsafe Digest.writeNode(of: domain.rawValue, $0, to: UnsafeMutableRawBufferPointer(node))
      }
      count = Self.size
    }
  }

  /// Creates the node above two others.
  package init(_ left: HashNode, _ right: HashNode) { self.init(.pair, left.bytes + right.bytes) }

  /// The root of a tree without leaves.
  static let zero = HashNode(repeatElement(0, count: size))

  /// The node in base64: 36 characters.
  package var text: String { Data(bytes).base64EncodedString() }
}
