import FormRecorder
import FormRules
import Foundation

/// Suggests fields for columns that map to none. They are mapped only if the user agrees.
struct MappingChoice {
  let recorder: Recorder
  let definitions: DefinitionSet?
  let console: Console
  /// Whether the user agrees in advance.
  let acceptsAll: Bool
  /// The columns of files that the user agreed to map, by path.
  private(set) var accepted: [String: [(column: String, field: String)]] = [:]

  /// Adds the columns that the user agrees to map. On a terminal, asks once for each file.
  mutating func apply(to request: inout ImportRequest) throws {
    let columns = try accepted[request.path] ?? accepted(for: request)
    accepted[request.path] = columns
    request.input.map += columns
  }

  private func accepted(
    for request: ImportRequest
  ) throws -> [(column: String, field: String)] {
    let mayAsk = console.showsProgress && !console.isQuiet && isatty(0) == 1
    guard acceptsAll || mayAsk else { return [] }
    let suggestions = try recorder.mappingSuggestions(for: request, definitions: definitions)
    if suggestions.isEmpty { return [] }
    show(suggestions, of: request)
    if !acceptsAll {
      console.prompt("map these columns? [y/N] ")
      guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else { return [] }
    }
    return suggestions.map { ($0.column, $0.field) }
  }

  /// Shows the suggestions for a file that was imported without them, or could not be imported.
  ///
  /// - Parameter error: The error, which concerns the columns if they are the cause.
  func note(for request: ImportRequest, after error: (any Error)? = nil) throws {
    if let error {
      guard case .columns? = (error as? RecorderError)?.reason else { return }
    }
    let suggestions = try recorder.mappingSuggestions(for: request, definitions: definitions)
    if suggestions.isEmpty { return }
    show(suggestions, of: request)
    console.note("map these columns with --accept-mapping, or others with --map COLUMN=FIELD")
  }

  private func show(_ suggestions: [MappingSuggestion], of request: ImportRequest) {
    for suggestion in suggestions {
      console.note("\(request.path.displayText): \(suggestion.text)")
    }
  }
}

extension MappingSuggestion {
  /// The suggestion with its reason.
  fileprivate var text: String {
    let why =
      switch reason {
      case .label: "it is a label of the field"
      case .earlier: "it was mapped to the field before"
      case .name(let name): "its name is like '\(name.displayText)'"
      case .values: "only its values have the type of the field"
      }
    return "column '\(column.displayText)' may be field '\(field.displayText)': \(why)"
  }
}
