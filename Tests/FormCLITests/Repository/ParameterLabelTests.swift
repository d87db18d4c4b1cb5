import FormTestSupport
import Foundation
import Testing

/// Calls can be read without the declaration: functions with three or more unlabelled parameters
/// are rare.
@Suite struct ParameterLabelTests {
  /// The maximum share of such functions.
  static let maximumShare = 0.01

  @Test func fewFunctionsHaveThreeUnlabelledParameters() throws {
    let root = Repository.root.appendingPathComponent("Sources")
    var (count, unlabelled) = (0, [String]())
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      for declaration in Self.declarations(text) {
        count += 1
        if declaration.unlabelled > 2 { unlabelled.append("\(path): \(declaration.name)") }
      }
    }
    #expect(count > 5_000)
    let share = Double(unlabelled.count) / Double(count)
    #expect(share <= Self.maximumShare, "\(unlabelled.count): \(unlabelled.sorted())")
  }

  @Test func declarationsAreCounted() {
    let found = Self.declarations(
      """
      func one(_ a: Int, _ b: (Int, _: Int) -> [Int: Int], c: Int) {}
      init?<T>(_ a: T = f(1, "),"), _ b: Int, _ c: Int) {}  // func not(_ a: Int)
        func none() -> (_ a: Int, _ b: Int) -> Int
      """)
    #expect(found.map(\.name) == ["one", "init", "none"])
    #expect(found.map(\.unlabelled) == [2, 3, 0])
  }

  /// The functions and initializers that a source declares, with the number of their parameters
  /// without label.
  static func declarations(_ text: String) -> [(name: String, unlabelled: Int)] {
    let code = text.replacing(/\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/, with: "")
    return code.matches(of: /\b(?:func\s+([^\s(<]+)|(init)[?!]?)\s*(?:<[^>{(]*>)?\s*\(/).map {
      var depth = 1
      var isStart = true
      var unlabelled = 0
      for character in code[$0.range.upperBound...] {
        switch character {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case ",": isStart = depth == 1
        case "_" where isStart && depth == 1: unlabelled += 1
        default: break
        }
        if depth == 0 { break }
        if !character.isWhitespace, character != "," { isStart = false }
      }
      return (String($0.1 ?? $0.2 ?? ""), unlabelled)
    }
  }
}
