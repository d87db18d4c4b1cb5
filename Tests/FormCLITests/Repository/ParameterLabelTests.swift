import FormTestSupport
import Foundation
import Testing

/// Calls can be read without the declaration: functions with three or more unlabelled parameters
/// are rare, and those with six or more parameters are listed here.
@Suite struct ParameterLabelTests {
  /// The maximum share of functions with three or more unlabelled parameters.
  static let maximumShare = 0.01
  static let maximumParameters = 5

  /// The functions and initializers with more parameters, by file. Factories of rules, whose
  /// parameters are the settings of the rule, are not listed.
  static let known: [String: Set<String>] = [
    // Settings of a value or a call that Swift programs use, each with a default.
    "DecimalFormat.swift": ["init"], "FileDialect.swift": ["init"],
    "ModelValidator+DecodingWithServices.swift": ["decode"],
    // The documentation of a rule is one expression.
    "RuleDocumentation.swift": ["init"],
    // Loops over cells, and what they call for each record.
    "DelimitedScanner.swift": ["readCells"], "DelimitedScanner+Dialect.swift": ["endOfCell"],
    "Judge+Columns.swift": ["read"],
  ]

  /// The sources, by path.
  static let sources: [(path: String, text: String)] = {
    let root = Repository.root.appendingPathComponent("Sources").path
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: root)
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.map { path in
      (path, (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? "")
    }
  }()

  /// The declarations in the sources, by path.
  static let declarations: [(path: String, declaration: Declaration)] = sources.flatMap { file in
    declarations(file.text).map { (file.path, $0) }
  }

  @Test func fewFunctionsHaveThreeUnlabelledParameters() {
    let all = Self.declarations
    let unlabelled = all.filter { $0.declaration.unlabelled > 2 }
    #expect(all.count > 5_000)
    let share = Double(unlabelled.count) / Double(all.count)
    #expect(
      share <= Self.maximumShare,
      "\(unlabelled.count): \(unlabelled.map { "\($0.path): \($0.declaration.name)" }.sorted())")
  }

  @Test func functionsHaveFewParameters() {
    var found: [String: Set<String>] = [:]
    for (path, declaration) in Self.declarations
    where declaration.parameters > Self.maximumParameters {
      let isFactory = path.hasPrefix("FormRules/Rules/") && declaration.name != "init"
      let file = path.split(separator: "/").last.map(String.init) ?? path
      if !isFactory { found[file, default: []].insert(declaration.name) }
    }
    for file in Set(found.keys).union(Self.known.keys) {
      #expect(found[file] == Self.known[file], "\(file)")
    }
  }

  @Test func declarationsAreCounted() {
    let found = Self.declarations(
      """
      func one(_ a: Int, _ b: (Int, _: Int) -> [Int: Int], c: Int) {}
      init?<T>(_ a: T = f(1, "),"), _ b: Int, _ c: Pair<Int, Int>,) {}  // func not(_ a: Int)
        .init(a, b)
        func none() -> (_ a: Int, _ b: Int) -> Int
      """)
    #expect(found.map(\.name) == ["one", "init", "none"])
    #expect(found.map(\.unlabelled) == [2, 3, 0])
    #expect(found.map(\.parameters) == [3, 3, 0])
  }

  /// A function or an initializer.
  struct Declaration {
    let name: String
    /// The number of parameters, and of those without label.
    var parameters = 0
    var unlabelled = 0
  }

  /// The functions and initializers that a source declares.
  static func declarations(_ text: String) -> [Declaration] {
    let code = text.replacing(/\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|->|\s[<>]{1,2}\s/, with: "")
    return code.matches(of: /(?:\bfunc\s+([^\s(<]+)|(?:^|[^.\w])(init)[?!]?)\s*(?:<[^>{(]*>)?\s*\(/)
      .map {
        var declaration = Declaration(name: String($0.1 ?? $0.2 ?? ""))
        var depth = 1
        var isStart = true
        for character in code[$0.range.upperBound...] {
          switch character {
          case "(", "[", "{", "<": depth += 1
          case ")", "]", "}", ">": depth -= 1
          case ",": isStart = isStart || depth == 1
          default: break
          }
          if depth == 0 { break }
          if isStart, !character.isWhitespace, character != "," {
            declaration.parameters += 1
            if character == "_" { declaration.unlabelled += 1 }
            isStart = false
          }
        }
        return declaration
      }
  }
}
