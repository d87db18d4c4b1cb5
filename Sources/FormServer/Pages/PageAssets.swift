#if Server
import HTTPTypes
import Hummingbird
import NIOCore

extension QueryParameter {
  static let assetVersion = Self("v", "A version, which changes with the content.")
}

/// The files that pages load.
enum PageAssets {
  static let style = Asset("form.css", PageTexts.formCSS)
  static let script = Asset("form.js", PageTexts.formJS)
  static let files = Asset("files.js", PageTexts.filesJS)

  /// All but those that the routes of one page add.
  static let all = [style, script, files]

  struct Asset: Sendable {
    let name: String
    /// The path with a version, so that browsers may keep the file for a year.
    let path: String
    private let type: String
    private let content: ByteBuffer

    /// The number of bytes.
    var size: Int { content.readableBytes }

    init(_ name: String, _ text: String) {
      // FNV-1a: the version must only differ between programs.
      let version = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      self.name = name
      path = "/assets/\(name)?\(QueryParameter.assetVersion.name)=\(String(version, radix: 36))"
      type = "text/\(name.hasSuffix(".js") ? "javascript" : "css"); charset=utf-8"
      content = ByteBuffer(string: text)
    }

    fileprivate var response: Response {
      Response(
        content, type: type, headers: [.cacheControl: "public, max-age=31536000, immutable"])
    }
  }
}

extension Routes {
  func on(_ asset: PageAssets.Asset) {
    on(
      .get, "assets/\(asset.name)",
      for: RouteDeclaration(access: .everyone, query: [.assetVersion], countsAnonymous: false)
    ) { _, _ in asset.response }
  }
}
#endif
