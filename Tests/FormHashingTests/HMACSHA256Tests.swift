import Testing

@testable import FormHashing

/// Codes that authenticate events of webhooks, and the data of pages.
@Suite struct HMACSHA256Tests {
  /// RFC 4231, test cases 1, 2 and 6; then a key of one block, and one of a byte more, with codes
  /// of Python's hmac.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 64), "block",
      "17fdf183abeadb3f439b70ca7d86f064900bd9e62791d5a5b0e6e3cd8db333b1"
    ),
    (
      [UInt8](repeating: 0xAA, count: 65), "block",
      "ebe41bf697b304869f1e5b200dad9a20c294642d8a91318afc0d99e3192500fb"
    ),
  ])
  func codesMatchTheRFC(key: [UInt8], message: String, code: String) {
    let authentication = HMACSHA256(key: key)
    #expect(authentication.code(for: message) == code)
    #expect(authentication.isCode(code, for: message))
    for wrong in ["", "x", String(code.dropLast()), code + "0", String(code.reversed())] {
      #expect(!authentication.isCode(wrong, for: message), "\(wrong)")
    }
  }
}
