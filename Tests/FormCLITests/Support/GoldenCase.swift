import FormTestSupport
import Foundation
import Testing

/// A file of `fixtures/cli`: commands with their output, as in a terminal, followed by the files
/// that they use. `RECORD=1` writes the outputs.
///
///     $ formrec check ./members.csv --definitions ./members.yaml < answers.json
///     ! a line on stderr
///     a line on stdout
///     [exit 1]
///
///     -- members.yaml --
///     form: members
///
/// Paths that begin with `./` are in a separate folder that contains these files and those of
/// `fixtures/cli/files`; paths that begin with `fixtures/` are in this checkout. The default exit
/// code is 0. A command has only the environment variables that precede it; `TERM=xterm`
/// gives it a terminal with colours. An escape is shown as ␛, and a byte order mark as {BOM}.
/// `{digest-1}` and so on replace SHA-256 digests: receipts contain random bytes, so they
/// differ between runs.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let file: URL
  private let commands: [String]
  /// Whether a command reads standard input.
  var readsInput: Bool { commands.contains { $0.contains(" < ") } }
  /// The files in the text after the commands.
  private let sections: String

  var testDescription: String { file.deletingPathExtension().lastPathComponent }

  static let folder = Repository.fixture("cli")

  static let all: [GoldenCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".txt") }.compactMap {
      try? GoldenCase(folder.appendingPathComponent($0))
    }
  }()

  private init(_ file: URL) throws {
    self.file = file
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex { Self.fileName($0) != nil } ?? lines.count
    commands = lines[..<end].filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    sections = lines[end...].joined(separator: "\n")
  }

  /// The name in a line such as `-- members.csv --`.
  private static func fileName(_ line: Substring) -> String? {
    line.wholeMatch(of: /-- (.+) --/).map { String($0.1) }
  }

  /// Runs the commands in a folder with the files.
  ///
  /// - Returns: The text of the case with the actual outputs.
  func run() throws -> String {
    // As in the program: a command of --on-finish may end without reading its input.
    signal(SIGPIPE, SIG_IGN)
    let copy = try TemporaryFolder(copying: Self.folder.appendingPathComponent("files"))
    try writeFiles(to: copy)
    var text = ""
    for command in commands {
      var words = ShellWords(command).words
      var environment: [String: String] = [:]
      while let match = words.first?.wholeMatch(of: /([A-Z_]+)=(.*)/) {
        environment[String(match.1)] = place(String(match.2), in: copy)
        words.removeFirst()
      }
      try #require(words.first == "formrec", "\(command): only formrec is run")
      var input = ""
      if let sign = words.firstIndex(of: "<") {
        input = copy.path(words[sign + 1])
        words.removeSubrange(sign...sign + 1)
      }
      let arguments = words.dropFirst().map { place($0, in: copy) }
      let run =
        input.isEmpty
        ? CommandRun(arguments, environment)
        : try StandardInputFile.with(input) { CommandRun(arguments, environment) }
      text += "$ \(command)\n\(run.transcript.visible)\n"
    }
    text = text.replacing(copy.url.path + "/", with: "./").replacing(copy.url.path, with: ".")
      .replacing(Repository.fixture("").path, with: "fixtures")
    return numberingDigests(text) + sections
  }

  private func writeFiles(to copy: TemporaryFolder) throws {
    var name: String?
    var lines: [Substring] = []
    for line in sections.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let next = Self.fileName(line) else {
        lines.append(line)
        continue
      }
      if let name { try copy.write(lines.joined(separator: "\n") + "\n", to: name) }
      (name, lines) = (next, [])
    }
    // The text after the last line break is not a line.
    if let name { try copy.write(lines.joined(separator: "\n"), to: name) }
  }

  private func place(_ word: String, in copy: TemporaryFolder) -> String {
    if word.hasPrefix("fixtures/") {
      return Repository.fixture(String(word.dropFirst("fixtures/".count))).path
    }
    return word.hasPrefix("./") ? copy.path(String(word.dropFirst(2))) : word
  }

  /// The text with each digest replaced by a number; equal digests have equal numbers. The version
  /// of PCRE2 and those of all libraries in `--version --verbose` are replaced, too.
  private func numberingDigests(_ text: String) -> String {
    var seen: [Substring] = []
    return text.replacing(/\(PCRE2 [0-9.]+\)/, with: "(PCRE2)")
      .replacing(/(?m)^(library .+) [0-9][\w.]*$/, with: { "\($0.output.1) {version}" })
      // Codes depend on the random key of the store.
      .replacing(/([é€字ñřğ]-)[0-9a-z]{8}/, with: { "\($0.output.1){code}" })
      .replacing(/\b[0-9a-f]{64}\b/.wordBoundaryKind(.simple)) { match in
        if !seen.contains(match.output) { seen.append(match.output) }
        return "{digest-\((seen.firstIndex(of: match.output) ?? 0) + 1)}"
      }
  }
}

extension String {
  /// The text with invisible characters replaced by visible ones.
  fileprivate var visible: String {
    replacing("\u{1B}", with: "␛").replacing("\u{FEFF}", with: "{BOM}")
  }
}
