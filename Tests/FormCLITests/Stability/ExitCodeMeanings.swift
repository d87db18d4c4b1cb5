import ArgumentParser

@testable import FormCLI

/// The exit codes with their meaning, without details after a colon.
enum ExitCodeMeanings {
  static func items() -> Set<String> {
    Set(
      ExitCode.meanings.flatMap { meaning in
        meaning.codes.map { code in
          "\(code.rawValue) \(meaning.text.prefix { $0 != ":" })"
        }
      })
  }
}
