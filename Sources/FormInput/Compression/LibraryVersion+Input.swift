internal import CBzip2
internal import CExpat
internal import CLzma
internal import CZlib
internal import CZstd
package import FormBytes

extension LibraryVersion {
  /// The libraries that read compressed files and workbooks.
  package static var input: [LibraryVersion] {
    // Safe because the texts are constants of the libraries that end with NUL.
    unsafe [
      LibraryVersion("zlib", report: String(cString: zlibVersion())),
      LibraryVersion("Zstandard", report: String(cString: ZSTD_versionString())),
      LibraryVersion("liblzma", report: String(cString: lzma_version_string())),
      LibraryVersion("bzip2", report: String(cString: BZ2_bzlibVersion())),
      LibraryVersion("Expat", report: XML_ExpatVersion().map { unsafe String(cString: $0) }),
    ]
  }
}
