package import FormBytes
import FormHashing
import FormInput
package import FormRules
import FormStore

extension ProgramVersion {
  /// The libraries that this process has loaded, with their versions.
  package static var libraries: [LibraryVersion] {
    let patterns = patternLibrary.map { [LibraryVersion("PCRE2", report: $0)] } ?? []
    return [LibraryVersion.store] + LibraryVersion.hashing + patterns + LibraryVersion.input
  }

  /// The version of the schema that this program creates: the number and the name of its last
  /// migration.
  package static var schema: (number: Int, name: String) { Store.currentSchema }
}
