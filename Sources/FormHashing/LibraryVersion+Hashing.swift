package import FormBytes

#if !canImport(CryptoKit)
import CCrypto
#endif

extension LibraryVersion {
  /// The library that hashes: none on Apple's platforms, which have CryptoKit.
  package static var hashing: [LibraryVersion] {
    #if canImport(CryptoKit)
    return []
    #else
    // Safe because the text is a constant of the library that ends with NUL.
    let crypto = unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) }
    return [LibraryVersion("OpenSSL", report: crypto)]
    #endif
  }
}
