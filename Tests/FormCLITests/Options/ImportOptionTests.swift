#if Server
import Foundation
import Testing

/// The options of `formrec import` in the other interfaces: the query of `POST /forms/NAME/imports`
/// and the arguments of `Store.import_` in Python. An option that is missing there is listed.
@Suite struct ImportOptionTests {
  /// Options that only a command line needs: those of the process, its output and its end.
  private static let ofTheProgram: Set = [
    "--ack", "--chunk", "--fail-on", "--format", "--help", "--language", "--messages",
    "--on-finish", "--quiet", "--receipts", "--version",
  ]

  /// Settings of the server, of its store or of the request, and those that only a person who sees
  /// the file can choose.
  private static let notInTheQuery: Set = [
    "--accept-mapping", "--allow-host", "--allow-private-addresses", "--by", "--db",
    "--definitions", "--dialect", "--dry-run", "--files", "--form", "--map", "--max-record",
    "--max-rejected", "--no-files", "--now", "--param", "--remember", "--remote-timeout",
    "--source-from", "--wait", "--when-unavailable",
  ]

  /// Options that `Store` has for all of its methods, and those that the package does not have.
  private static let notInPython: Set = [
    "--accept-mapping", "--allow-host", "--allow-private-addresses", "--db", "--dialect",
    "--entry", "--files", "--max-rejected", "--no-carry", "--no-files", "--now", "--reason",
    "--remember", "--remote-timeout", "--sheet", "--source-from", "--wait", "--when-unavailable",
  ]

  private static func options(without others: Set<String>) throws -> Set<String> {
    let prefix = "formrec import "
    let options = try CommandOptions.items()
      .filter { $0.hasPrefix("\(prefix)--") }.map { String($0.dropFirst(prefix.count)) }
    #expect(others.isSubset(of: options), "no longer options")
    // A header in line 0 is none.
    return Set(options).subtracting(ofTheProgram).subtracting(others).subtracting(["--no-header"])
  }

  @Test func optionsAreParametersOfTheQuery() throws {
    let route = "POST /forms/{form}/imports ?"
    let query = try HTTPRoutes.items().filter { $0.hasPrefix(route) }
      .map { String($0.dropFirst(route.count)) }
    let expected = try Self.options(without: Self.notInTheQuery).map { option in
      let words = option.split(separator: "-")
      return option == "--input-format"
        ? "format" : words[0] + words.dropFirst().map(\.capitalized).joined()
    }
    // The name of the file is an argument of the command.
    #expect(Set(query) == Set(expected).union(["name"]))
  }

  @Test func optionsAreArgumentsInPython() throws {
    let method = "formrec.Store.import_("
    let arguments = try PythonNames.items().filter { $0.hasPrefix(method) }
      .map { String($0.dropFirst(method.count).dropLast()) }
    let expected = try Self.options(without: Self.notInPython).map { option in
      option == "--param"
        ? "parameters" : String(option.dropFirst(2)).replacing("-", with: "_")
    }
    // The records, and the verdict for which the method throws.
    #expect(Set(arguments) == Set(expected).union(["data", "raise_on"]))
  }
}
#endif
