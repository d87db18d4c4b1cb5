import ArgumentParser
import FormBytes
import FormCurl
import FormRecorder
import FormRules

/// The output of `formrec --version --verbose`: a line for the program, for the schema, and for
/// each library.
enum VersionReport {
  static var text: String {
    let schema = ProgramVersion.schema
    let libraries = (ProgramVersion.libraries + [LibraryVersion.curl]).map {
      "library \($0.name) \($0.number ?? "not installed")"
    }
    return
      ([
        FormrecCommand.configuration.version, "schema \(schema.number) \(schema.name)",
      ] + libraries).joined(separator: "\n")
  }
}
