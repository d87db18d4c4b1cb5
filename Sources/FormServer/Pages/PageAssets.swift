#if Server
import HTTPTypes
import Hummingbird
import NIOCore

extension QueryParameter {
  static let assetVersion = Self("v", "A version, which changes with the content.")
}

/// The files that pages load.
enum PageAssets {
  static let style = Asset("form.css", type: "text/css; charset=utf-8", text: styleText)
  static let script = Asset("form.js", type: "text/javascript; charset=utf-8", text: scriptText)
  static let files = Asset("files.js", type: "text/javascript; charset=utf-8", text: filesText)
  static let repair = Asset("repair.js", type: "text/javascript; charset=utf-8", text: repairText)
  static let repairStyle = Asset(
    "repair.css", type: "text/css; charset=utf-8", text: repairStyleText)

  static let all = [style, script, files, repair, repairStyle]

  struct Asset: Sendable {
    let name: String
    /// The path with a version, so that browsers may keep the file for a year.
    let path: String
    private let type: String
    private let content: ByteBuffer

    /// The number of bytes.
    var size: Int { content.readableBytes }

    fileprivate init(_ name: String, type: String, text indented: String) {
      // A line begins with a statement, a declaration or a comment, never within a text.
      let lines = indented.split(separator: "\n").map { $0.drop { $0 == " " } }
      let text = lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }
        .joined(separator: "\n")
      // FNV-1a: the version must only differ between programs.
      let version = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      self.name = name
      path = "/assets/\(name)?\(QueryParameter.assetVersion.name)=\(String(version, radix: 36))"
      self.type = type
      content = ByteBuffer(string: text)
    }

    var response: Response {
      Response(
        content, type: type, headers: [.cacheControl: "public, max-age=31536000, immutable"])
    }
  }
}
#endif
