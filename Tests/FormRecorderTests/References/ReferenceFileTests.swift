import FormDefinitions
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// `exists` rules that refer to files, whose values become part of the version.
@Suite struct ReferenceFileTests {
  private static let orders = """
    form: orders
    fields:
      - {name: id, type: integer}
      - {name: country, type: text}
      - {name: rate, type: decimal}
    ---
    rules: orders
    form: orders
    fields:
      country:
        - exists: {file: codes.csv, column: Code}
      rate:
        - any: [{exists: {file: rates.txt, header: false}}, {range: {min: 100}}]
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "name,code\nGermany,DE\n\"France, la\",FR\nGermany,DE\nNowhere,\n", to: "codes.csv")
    try folder.write("7\n19.0\n", to: "rates.txt")
    try folder.write(Self.orders, to: "orders.yaml")
    return folder
  }

  @Test func filesBecomePartOfTheVersion() throws {
    let folder = try folder()
    let recorder = Recorder(database: folder.path("store.sqlite"))
    func apply() throws -> [Bool] {
      try recorder.apply(DefinitionSet(files: [folder.path("orders.yaml")])).map(\.isNew)
    }
    #expect(try apply() == [true, true])
    try folder.write("id,country,rate\n1,DE,19\n2,de,7.0\n3,FR,8\n4,XX,150\n", to: "orders.csv")
    let report = try recorder.importFile(ImportRequest(path: folder.path("orders.csv")))
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["country.exists 2", "rate.any 1"])
    // The same values in another order add no version, and the file is no longer needed.
    try folder.write("Code,more\nFR,1\nDE,2\n", to: "codes.csv")
    #expect(try apply() == [false, false])
    try FileManager.default.removeItem(atPath: folder.path("codes.csv"))
    #expect(try recorder.replay(ReplayRequest()).unchanged == 4)
    try folder.write("code\nDE\nFR\nXX\n", to: "codes.csv")
    let changes = try recorder.apply(DefinitionSet(files: [folder.path("orders.yaml")]))
    #expect(changes.map(\.number) == [1, 2])
    #expect(try recorder.replay(ReplayRequest()).newlyAccepted == 1)
    // The output of `show` contains the values. Applying it adds no version.
    let shown = try recorder.definitions(VersionReference("orders")!, kind: .ruleSet)
    try folder.write(try #require(shown.first).definition.yaml, to: "shown.yaml")
    let again = try recorder.apply(DefinitionSet(files: [folder.path("shown.yaml")]))
    #expect(again.map(\.isNew) == [false])
  }

  /// Definitions may come from others: they cannot read files outside their folder, even through
  /// links.
  @Test(arguments: ["../codes.csv", "sub/../../codes.csv", "link.csv", "sub/codes.csv"])
  func filesOutsideTheFolderAreRefused(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("code\nDE\n", to: "codes.csv")
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("forms"), withIntermediateDirectories: false)
    try manager.createSymbolicLink(
      atPath: folder.path("forms/link.csv"), withDestinationPath: "../codes.csv")
    try manager.createSymbolicLink(atPath: folder.path("forms/sub"), withDestinationPath: "..")
    try folder.write(Self.single(name), to: "forms/orders.yaml")
    let error = #expect(throws: RecorderError.self) {
      try DefinitionSet(files: [folder.path("forms/orders.yaml")])
    }
    let words = "'exists': \(name): is outside of the folder of the definition file"
    #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  /// Links inside the folder, and to the folder itself, are followed.
  @Test func linksInsideTheFolderAreFollowed() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder.path("forms/data"), withIntermediateDirectories: true)
    try folder.write("code\nDE\n", to: "forms/data/2026.csv")
    try manager.createSymbolicLink(
      atPath: folder.path("forms/codes.csv"), withDestinationPath: "data/2026.csv")
    try manager.createSymbolicLink(atPath: folder.path("linked"), withDestinationPath: "forms")
    try folder.write(Self.single("codes.csv"), to: "forms/orders.yaml")
    for path in ["forms/orders.yaml", "linked/orders.yaml"] {
      #expect(throws: Never.self) { try DefinitionSet(files: [folder.path(path)]) }
    }
  }

  /// A form with a rule that refers to the file.
  private static func single(_ file: String) -> String {
    """
    form: orders
    fields: [{name: country, type: text}]
    ---
    rules: orders
    form: orders
    fields:
      country:
        - exists: {file: "\(file)"}
    """
  }

  /// The pipe has no writer, so opening it must not block.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func onlyRegularFilesAreReferences(isDevice: Bool) throws {
    let folder = try folder()
    let path = folder.path("codes.csv")
    try FileManager.default.removeItem(atPath: path)
    if isDevice {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    } else {
      // Safe because the path is passed as a C string for the call.
      #expect(unsafe mkfifo(path, 0o600) == 0)
    }
    let error = #expect(throws: RecorderError.self) {
      try DefinitionSet(files: [folder.path("orders.yaml")])
    }
    let words =
      isDevice
      ? "codes.csv: is outside of the folder of"
      : "codes.csv: cannot read the file: it is not a regular"
    #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test(
    arguments: [
      (
        "",
        "11:22: 'exists': codes.csv: no header: the file has no line with column names; if the file has no header, set header: false"
      ),
      (
        "name,kode\n1,2\n",
        "11:22: 'exists': codes.csv: unknown column 'Code'; did you mean 'kode'?"
      ),
      ("code,CODE\n1,2\n", "11:22: 'exists': codes.csv: has 2 columns 'Code'"),
      ("code\n\n", "11:22: 'exists': codes.csv: contains no values"),
      ("name,code\na,\"b\n", "11:22: 'exists': codes.csv: line 2:"),
      (nil, "11:22: 'exists': codes.csv: cannot open the file"),
    ] as [(String?, String)])
  func unusableFilesAreDefinitionErrors(_ text: String?, _ message: String) throws {
    let folder = try folder()
    if let text {
      try folder.write(text, to: "codes.csv")
    } else {
      try FileManager.default.removeItem(atPath: folder.path("codes.csv"))
    }
    let path = folder.path("orders.yaml")
    let expected = "\(path):\(message)"
    #expect {
      try DefinitionSet(files: [path])
    } throws: { error in
      if !"\(error)".hasPrefix(expected) { Issue.record("\(error)") }
      return true
    }
  }

  @Test func valuesOfAnotherTypeAreDefinitionErrors() throws {
    let folder = try folder()
    try folder.write("7\nseven\n", to: "rates.txt")
    let definitions = try DefinitionSet(files: [folder.path("orders.yaml")])
    #expect {
      _ = try Recorder(database: folder.path("store.sqlite")).apply(definitions)
    } throws: { error in
      "\(error)".contains(":13:29: 'exists': 'seven' is not of the type decimal of field rate")
    }
  }
}
