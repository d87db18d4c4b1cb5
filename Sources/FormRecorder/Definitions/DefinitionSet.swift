package import FormDefinitions
package import FormRules
import Foundation

/// The definitions of some files, read but not stored.
package struct DefinitionSet: Sendable {
  /// A definition with the file that it stands in.
  package struct Item: Sendable {
    package var definition: Definition
    package var file: String
  }

  /// The definitions, forms first, otherwise in the order of files and documents.
  package private(set) var items: [Item] = []

  /// Reads definition files.
  ///
  /// - Throws: everything that is wrong in them, a line each, with file, line and column.
  package init(files: [String]) throws(RecorderError) {
    var problems: [String] = []
    for file in files {
      do {
        let bytes = try Self.contents(of: file)
        items += try DefinitionFile.parse(bytes: bytes, file: file, knownRules: RuleRegistry.names)
          .map { Item(definition: $0, file: file) }
      } catch let error as DefinitionErrors {
        problems.append(error.description)
      } catch {
        problems.append(RecorderError(error).description)
      }
    }
    guard problems.isEmpty else { throw RecorderError(.failed, problems.joined(separator: "\n")) }
    try checkNames()
    items = items.filter(\.definition.isForm) + items.filter { !$0.definition.isForm }
  }

  private static func contents(of file: String) throws(RecorderError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
      throw RecorderError(.failed, "\(file): there is no such file")
    }
    guard !isFolder.boolValue else {
      throw RecorderError(.failed, "\(file): is a folder, not a definition file")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      defer { try? handle.close() }
      let data = try handle.read(upToCount: DefinitionFile.maximumBytes + 1) ?? Data()
      guard data.count <= DefinitionFile.maximumBytes else {
        throw RecorderError(.failed, "\(file): is larger than a definition file may be (16 MiB)")
      }
      return Array(data)
    } catch let error as RecorderError {
      throw error
    } catch {
      throw RecorderError(.failed, "\(file): cannot be read")
    }
  }

  private func checkNames() throws(RecorderError) {
    var seen: [String: String] = [:]
    for item in items {
      let kind = item.definition.isForm ? "form" : "rule set"
      let key = "\(kind) '\(item.definition.name)'"
      if let file = seen[key] {
        throw RecorderError(.failed, "\(item.file): \(key) is defined already in \(file)")
      }
      seen[key] = item.file
    }
  }

  /// The forms.
  package var forms: [Form] {
    items.compactMap { if case .form(let form) = $0.definition { form } else { nil } }
  }

  /// The rule sets, each with its file.
  package var ruleSets: [(ruleSet: RuleSet, file: String)] {
    items.compactMap {
      if case .ruleSet(let ruleSet) = $0.definition { (ruleSet, $0.file) } else { nil }
    }
  }
}

extension Definition {
  package var isForm: Bool {
    if case .form = self { true } else { false }
  }
}
