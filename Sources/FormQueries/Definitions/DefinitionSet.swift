import FormBytes
public import FormDefinitions
public import FormRules
import Foundation

/// Forms, rule sets and sources that were read from files or created in Swift, but not stored.
public struct DefinitionSet: Sendable {
  /// A definition and its file.
  public struct Item: Sendable {
    /// The definition.
    public var definition: Definition
    /// The path of the file, or a name for another origin.
    public var file: String
  }

  /// The definitions: forms, rule sets and sources, each in the order of files and documents.
  public private(set) var items: [Item] = []

  /// Reads definition files.
  ///
  /// - Throws: `RecorderError` with all errors in the files, one line each, with file, line and
  ///   column.
  public init(files: [String]) throws(RecorderError) {
    let items = try Self.read(files) { bytes, file in
      try DefinitionFile.parse(bytes: bytes, file: file, knownRules: RuleRegistry.names)
        .map { Item(definition: try $0.withReferences(beside: file), file: file) }
    }
    try checkNames(items)
    self.items = items
    sortItems()
  }

  /// Reads the text of a definition file.
  ///
  /// - Parameter file: The file name to use in errors.
  /// - Throws: `RecorderError` with all errors in the text, one line each, with file, line and
  ///   column.
  public init(yaml: String, file: String = "definitions") throws(RecorderError) {
    items = try mappingErrors {
      try DefinitionFile.parse(yaml, file: file, knownRules: RuleRegistry.names)
        .map { Item(definition: try $0.withReferences(beside: file), file: file) }
    }
    sortItems()
    try checkNames(items)
  }

  /// Creates a set of definitions that were created in Swift. A `Requirement` in a rule is
  /// identified by its code and must be registered, as for rules from files.
  ///
  /// - Throws: `RecorderError` with all errors, one line each, if a definition would not be valid
  ///   in a file.
  public init(
    forms: [Form] = [], ruleSets: [RuleSet] = [], sources: [Source] = []
  ) throws(RecorderError) {
    let problems = forms.flatMap(\.problems) + ruleSets.flatMap(\.problems)
    if !problems.isEmpty { throw RecorderError(DefinitionErrors(problems)) }
    let definitions: [Definition] =
      forms.map { .form($0) } + ruleSets.map { .ruleSet($0.withoutRequirements) }
      + sources.map { .source($0) }
    let file = "definitions"
    items = try mappingErrors {
      try definitions.map {
        Item(definition: try $0.readBack().withReferences(beside: file), file: file)
      }
    }
    try checkNames(items)
  }

  private mutating func sortItems() {
    items = DefinitionKind.allCases.flatMap { kind in items.filter { $0.definition.kind == kind } }
  }

  /// Creates a set of definitions that do not come from files.
  package init(_ definitions: [Definition], from source: String) {
    items = definitions.map { Item(definition: $0, file: source) }
  }

  /// Reads several files and returns their combined content.
  ///
  /// - Throws: `RecorderError` with all errors in the files, one line each, with file, line and
  ///   column.
  package static func read<Meaning>(
    _ files: [String], _ parse: ([UInt8], String) throws -> [Meaning]
  ) throws(RecorderError) -> [Meaning] {
    var meanings: [Meaning] = []
    var errors: [RecorderError] = []
    for file in files {
      do {
        meanings += try parse(try contents(of: file), file)
      } catch {
        errors.append(RecorderError(error))
      }
    }
    guard errors.isEmpty else { throw RecorderError(allOf: errors) }
    return meanings
  }

  private static func contents(of file: String) throws(RecorderError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw RecorderError(.unreadable, "\(file): no such file")
    }
    guard !isFolder.boolValue else {
      throw RecorderError(.unreadable, "\(file): is a folder, not a definition file")
    }
    guard let bytes = FileBytes.read(file, atMost: DefinitionFile.maximumBytes + 1) else {
      throw RecorderError(.unreadable, "\(file): cannot be read")
    }
    guard bytes.count <= DefinitionFile.maximumBytes else {
      throw RecorderError(
        .unreadable, "\(file): exceeds the maximum size of a definition file (16 MiB)")
    }
    return bytes
  }

  private func checkNames(_ items: [Item]) throws(RecorderError) {
    var seen: [String: String] = [:]
    for item in items {
      let key = "\(item.definition.kind.displayName) '\(item.definition.name)'"
      if let file = seen[key] {
        throw RecorderError(.definition([]), "\(item.file): \(key) is already defined in \(file)")
      }
      seen[key] = item.file
    }
  }

  /// The forms.
  public var forms: [Form] {
    items.compactMap { if case .form(let form) = $0.definition { form } else { nil } }
  }

  /// The rule sets.
  public var ruleSets: [RuleSet] { filedRuleSets.map(\.ruleSet) }

  /// The sources, each with its file.
  package var filedSources: [(source: Source, file: String)] {
    items.compactMap {
      if case .source(let source) = $0.definition { (source, $0.file) } else { nil }
    }
  }

  /// The definition of a source, if there is one.
  package func source(named name: String) -> Source? {
    filedSources.first { $0.source.name == name }?.source
  }

  /// The rule sets, each with its file.
  package var filedRuleSets: [(ruleSet: RuleSet, file: String)] {
    items.compactMap {
      if case .ruleSet(let ruleSet) = $0.definition { (ruleSet, $0.file) } else { nil }
    }
  }
}

extension Definition {
  /// The definition with the values of the files that its rules name.
  fileprivate func withReferences(beside file: String) throws(DefinitionErrors) -> Definition {
    guard case .ruleSet(var ruleSet) = self else { return self }
    try ruleSet.readReferences(beside: file)
    return .ruleSet(ruleSet)
  }
}

extension DefinitionSet {
  /// The only form that the definitions concern, or nil if there is none or several.
  public var onlyForm: VersionReference? {
    formNames.count == 1 ? VersionReference(formNames[0]) : nil
  }

  /// The forms that the definitions concern, in order.
  package var formNames: [String] {
    var names: [String] = []
    for name in forms.map(\.name) + ruleSets.map(\.form) where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
