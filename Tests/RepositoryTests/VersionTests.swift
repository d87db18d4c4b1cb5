import FormRules
import FormTestSupport
import Testing

/// Places that repeat the version have that of `ProgramVersion`. The package for Debian, the manual
/// page, the OpenAPI document and reports take it from there.
@Suite struct VersionTests {
  @Test(arguments: [
    ("integrations/python/formrec/_version.py", #"__version__ = "([^"]+)""#),
    ("README.md", #"…/formrec", from: "([^"]+)""#),
    ("docs/library.md", #"…/formrec", from: "([^"]+)""#),
    ("docs/man/formrec.1", #"\.TH FORMREC 1 "" "formrec ([^"]+)""#),
    ("CHANGELOG.md", #"(?m)^## ([0-9.]+) \([0-9]{4}-[0-9]{2}-[0-9]{2}\)"#),
  ])
  func copiesAreTheVersion(path: String, pattern: String) throws {
    let text = try Repository.text(path)
    let found = try Regex(pattern, as: (Substring, Substring).self).firstMatch(in: text)
    #expect(found?.1.description == ProgramVersion.number, "\(path)")
  }
}
