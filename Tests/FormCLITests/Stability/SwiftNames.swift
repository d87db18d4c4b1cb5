import FormTestSupport
import Foundation

/// The public declarations of the libraries, from the compiler's symbol graphs: the library, and
/// the names of the enclosing types and of the declaration with its argument labels. The products
/// and traits of the manifest are items, too.
///
/// The graph of FormRemote is empty without the trait Remote.
enum SwiftNames {
  private static let libraries = [
    "FormConversion", "FormDefinitions", "FormModels", "FormNotifications", "FormPages",
    "FormQueries", "FormRecorder", "FormRules", "FormServer", "FormStore", "FormUI",
  ]

  /// The libraries that are not products, with the product that passes them on.
  private static let products = ["FormQueries": "FormRecorder", "FormStore": "FormRecorder"]

  static func items() throws -> Set<String> {
    let folder = try TemporaryFolder()
    var items = try manifestItems()
    for library in libraries {
      try extract(library, into: folder)
      // `A@B.symbols.json` contains the members that A adds to types of B.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.hasPrefix(library + ".") || $0.hasPrefix(library + "@") }
      for file in files {
        let data = try Data(contentsOf: folder.url.appendingPathComponent(file))
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        for symbol in graph.symbols {
          let name = symbol.pathComponents.joined(separator: ".")
          items.insert("\(products[library] ?? library) \(name)")
        }
      }
    }
    return items
  }

  private static func manifestItems() throws -> Set<String> {
    let manifest = try String(
      contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let products = manifest.matches(of: /\.(library|executable)\(name: "(\w+)"/)
      .map { "\($0.1) \($0.2)" }
    let traits = manifest.matches(of: /\.trait\(\s*name: "(\w+)"/).map { "trait \($0.1)" }
    return Set(products + traits)
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      let pathComponents: [String]
    }
    let symbols: [Symbol]
  }

  /// Writes the symbol graphs of a library that was built with the tests.
  private static func extract(_ library: String, into folder: TemporaryFolder) throws {
    let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
      .deletingLastPathComponent().path
    // The modules of C libraries that the library's module refers to.
    let script = """
      set -eu
      options="-I $products/Modules"
      for folder in Sources/C*/; do options="$options -I $folder"; done
      for map in $(find -L "$products"/../../checkouts/*/Sources "$products"/C*.build \
        -name module.modulemap); do options="$options -Xcc -fmodule-map-file=$map"; done
      triple=$(swiftc -print-target-info | sed -n 's/.*"triple": "\\(.*\\)".*/\\1/p')
      swift-symbolgraph-extract -module-name \(library) $options -target "$triple" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$out"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = Repository.root
    process.environment = ProcessInfo.processInfo.environment.merging([
      "products": products, "out": folder.url.path,
    ]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ExtractionFailure(library: library, code: process.terminationStatus)
    }
  }

  struct ExtractionFailure: Error, CustomStringConvertible {
    let library: String
    let code: Int32

    var description: String {
      "swift-symbolgraph-extract of \(library) ended with code \(code); it is part of the toolchain"
    }
  }
}
