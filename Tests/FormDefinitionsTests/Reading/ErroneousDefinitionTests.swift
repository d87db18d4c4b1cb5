import FormDefinitions
import FormRules
import FormTestSupport
import Foundation
import Testing

/// An error is one line with its location and what to do.
@Suite struct ErroneousDefinitionTests {
  /// Files with many errors; next to each is the expected message about it.
  @Test(arguments: ["words", "syntax", "tabs"])
  func errorsOfAFileAreReportedTogether(_ name: String) throws {
    let text = try String(
      contentsOf: Repository.fixture("forms/erroneous/\(name).yaml"), encoding: .utf8)
    let expected = try String(
      contentsOf: Repository.fixture("forms/erroneous/\(name).errors"), encoding: .utf8)
    #expect {
      try DefinitionFile.parse(text, file: "\(name).yaml", knownRules: knownRules)
    } throws: { error in
      "\(error)\n" == expected
    }
  }

  /// The beginning of a form, and of a rule set with a field, to keep the tables short.
  private static let form = "form: a\nfields:\n  - {name: x, type: text}\n"
  private static let rules = "rules: a\nform: a\n"

  @Test(arguments: [
    (
      "",
      "1:1: the file contains no definition; begin with 'form: NAME', 'rules: NAME' or 'source: NAME'"
    ),
    (
      "# nothing\n---\n",
      "1:1: the file contains no definition; begin with 'form: NAME', 'rules: NAME' or 'source: NAME'"
    ),
    ("hello", "1:1: a definition must be a mapping (key: value), not a single value"),
    ("- a", "1:1: a definition must be a mapping (key: value), not a list"),
    ("fields: []", "1:1: a definition requires the key 'form', 'rules' or 'source' with its name"),
    ("form:\nfields: [{name: x, type: text}]", "1:6: a form's name has no value; add one"),
    (
      "form: a-b\nfields: [{name: x, type: text}]",
      "1:7: a form's name must consist of 1 to 63 characters"
    ),
    (
      "form: a_current\nfields: [{name: x, type: text}]",
      "1:7: form 'a_current': a form's name must not end in _current"
    ),
    (
      "form: [a]\nfields: [{name: x, type: text}]",
      "1:7: a form's name must be a single value, not a list"
    ),
    ("form: a", "1:1: form 'a' has no fields; add them under 'fields'"),
    ("form: a\nfields: []", "2:9: fields is empty; a form requires at least one"),
    ("form: a\nfields: {x: text}", "2:9: fields must be a list (- item), not a mapping"),
    ("form: a\nfields: [x]", "2:10: a field must be a mapping (key: value), not a single value"),
    (form + "  - {name: y, type: decimal, group: '..'}", "4:37: group must be a character other"),
    (form + "  - {name: y, type: decimal, group: 5}", "4:37: group must be a character other"),
    (form + "  - {name: y, type: decimal, group: '-'}", "4:37: group must be a character other"),
    (form + "  - {name: y, type: decimal, group: ['.']}", "4:38: group and point are both '.'"),
    (
      form + "  - {name: y, type: decimal, point: ' ', group: blank}",
      "4:49: group and point are both"
    ),
    (form + "  - {name: y, type: decimal, group: [blank, ' ']}", "4:45: ' ' occurs twice in group"),
    (form + "  - {name: y, type: decimal, grouping: indian}", "4:40: grouping requires group"),
    (
      form + "  - {name: y, type: decimal, negative: brackets}",
      "4:40: unknown notation in negative: 'brackets'"
    ),
    (form + "  - {name: y, type: decimal, negative: [minus, minus]}", "4:48: 'minus' occurs twice"),
    (
      form + "  - {name: y, type: decimal, negative: [credit, debit]}",
      "4:40: negative has both credit"
    ),
    (form + "  - {name: y, type: decimal, strip: ['-']}", "4:38: '-' in strip can be part of"),
    (form + "  - {name: y, type: decimal, strip: [(]}", "4:38: '(' in strip can be part of"),
    (form + "  - {name: y, type: decimal, strip: [.]}", "4:38: '.' in strip can be part of"),
    (form + "  - {name: y, type: decimal, strip: [00]}", "4:38: '00' in strip can be part of"),
    (
      form + "  - {name: y, type: decimal, strip: [cr], negative: debit}",
      "4:38: 'cr' in strip can be"
    ),
    (
      form + "  - {name: y, type: decimal, strip: [R], negative: credit}",
      "4:38: 'R' in strip can be"
    ),
    (form + "  - {name: y, typ: text}", "4:5: field 'y' has no type; add type: text, integer"),
    (form + "  - {name: x, type: text}", "4:5: 'x' means both field 'x' and field 'x'"),
    (form + "  - {name: ' X', type: text}", "4:5: ' X' means both field 'x' and field ' X'"),
    (form + "  - {name: '', type: text}", "4:12: a field's name must not be empty"),
    (form + "  - {name: ' ', type: text}", "4:12: a field's name must not be empty"),
    (
      form + "  - {name: \"a\\tb\", type: text}",
      "4:12: a field's name contains a control character"
    ),
    (
      form + "  - {name: \(String(repeating: "é", count: 150)), type: text}",
      "4:12: a field's name has more than 256 bytes; shorten it"
    ),
    (form + "  - {name: y, type: text, aliases: ['']}", "4:37: an empty text in aliases"),
    (form + "  - {name: y, type: text, aliases: {a: b}}", "4:36: aliases must be a single value"),
    (
      form + "  - {name: 'y{1..3}', type: text, header: y}",
      "4:43: header must contain the same range as the name"
    ),
    (form + "  - {name: 'y{3..1}', type: text}", "4:12: 'y{3..1}' counts down"),
    (form + "  - {name: 'y{1..2}{1..2}', type: text}", "4:12: 'y2{1..2}' contains several ranges"),
    (form + "  - {name: 'y{{1..2}..5}', type: text}", "4:12: 'y{2..5}' contains several ranges"),
    (
      form + "  - {name: 'y{0..99999999999999999999}', type: text}",
      "4:12: a form has at most 10000 fields"
    ),
    (form + "  - {name: y, type: text, required: yes}", "4:37: required must be true or false"),
    (form + "  - {name: y, type: decimal, scale: 39}", "4:37: scale must be a whole number from 0"),
    (form + "  - {name: y, type: decimal, scale: +1}", "4:37: scale must be a whole number from 0"),
    (
      form + "  - {name: y, type: decimal, group: '5'}",
      "4:37: group must be a character other than a digit or sign, a list of them, or blank"
    ),
    (form + "  - {name: y, type: decimal, group: .}", "4:37: group and point are both '.'"),
    (form + "  - {name: y, type: date, format: MM/dd}", "4:35: 'MM/dd' is"),
    (form + "  - {name: y, type: boolean, false: Yes}", "4:5: 'Yes' means both true and false"),
    (form + "  - {name: y, type: list, separator: ''}", "4:38: separator must not be empty"),
    (form + "key: [y]", "4:7: unknown field in key: 'y'; did you mean 'x'?"),
    (form + "key: [x, x]", "4:10: field 'x' occurs twice in key; keep one"),
    (form + "file: {header: -1}", "4:16: header must be a whole number from 0 to 1000000"),
    (
      form + "lists: {Bad: [a]}",
      "4:9: a list's name must consist of 1 to 63 characters a-z, 0-9 and _"
    ),
    (form + "lists: {a: [b, [c]]}", "4:16: a list in list 'a', a list of texts; quote it"),
    (form + "lists: {a: [b, c: d]}", "4:16: a mapping in list 'a', a list of texts; quote it"),
    (form + "---\n" + form, "5:1: a second form 'a'; the first is on line 1; rename one"),
  ])
  func forms(_ text: String, _ expected: String) {
    let errors = errors(text)
    #expect(errors.first?.hasPrefix(expected) == true, "\(errors)")
  }

  @Test(arguments: ["{min: 5, max: 5}", "{min: 5%, max: 5%}", "{min: 0, max: 0}"])
  func limitsMayBeExact(_ limit: String) {
    #expect(errors(Self.rules + "limits: [{rejected: \(limit)}]").isEmpty)
  }

  @Test(arguments: [
    ("rules: a", "1:1: rule set 'a' has no form; add form: NAME"),
    ("rules: a\nform:", "2:6: a form's name has no value; add one"),
    (rules + "rule: []", "3:1: unknown key of a rule set: 'rule'; did you mean 'rules'?"),
    (rules + "fields: {x: }", "3:13: field 'x' must be a list (- item), not empty"),
    (rules + "fields: {x: []}", "3:13: field 'x' has no rules; add one or remove the key"),
    (rules + "fields: {x: [emial]}", "3:14: unknown rule 'emial'; did you mean 'email'?"),
    (rules + "fields: {x: [[email]]}", "3:14: a rule must be a single value, not a list"),
    (rules + "fields: {x: [{}]}", "3:14: a rule entry must contain a rule"),
    (rules + "fields: {x: [{id: y}]}", "3:14: a rule entry must contain a rule"),
    (
      rules + "fields: {x: [{mode: search, patern: y}]}",
      "3:29: unknown rule 'patern'; did you mean 'pattern'?"
    ),
    (
      rules + "fields: {x: [{pattern: {mode: once}, mode: search}]}",
      "3:38: 'mode' occurs both inside and next to the parameters of 'pattern'; keep one"
    ),
    (rules + "fields: {x: [{email, at: y}]}", "3:22: 'at' requires a rule of record; remove it"),
    (rules + "fields: {x: [{email, when: ''}]}", "3:28: when must not be empty"),
    (rules + "fields: {x: [{email, id: }]}", "3:26: id has no value"),
    (rules + "fields: {x: [{email, trim: on}]}", "3:28: trim must be true or false (not yes"),
    (rules + "fields: {x: [{email, stop: frist}]}", "3:28: unknown stop: 'frist'; did you mean"),
    (
      rules + "fields:\n  x:\n    - required\n      severity: warning",
      "6:15: not YAML: mapping values are not allowed in this context; write '- required:' above"
    ),
    (
      rules + "parameters: {1st: date}", "3:14: parameter '1st': a parameter's name must consist of"
    ),
    (rules + "parameters: {a: dat}", "3:17: unknown type 'dat'; did you mean 'date'?"),
    (
      rules + "parameters: {a: {type: text, scale: 1}}",
      "3:30: 'scale' is for type decimal, parameter 'a'"
    ),
    (
      rules + "limits: [{}]",
      "3:10: a limit has exactly one of records, rejected, warned, errors, columns"
    ),
    (rules + "limits: [{columns: {}}]", "3:20: columns requires missing"),
    (rules + "limits: [{records: {}}]", "3:20: records requires min, max or change"),
    (rules + "limits: [{rejected: {max: 101%}}]", "3:27: max must be a whole number or a"),
    (rules + "limits: [{rejected: {max: NaN%}}]", "3:27: max must be a whole number or a"),
    (rules + "limits: [{rejected: {max: '%'}}]", "3:27: max must be a whole number or a"),
    (
      rules + "limits: [{records: {max: 99999999999999999999}}]",
      "3:26: max must be a whole number of records, such as 1"
    ),
    (rules + "limits: [{rejected: {min: 2, max: 1}}]", "3:21: min is greater than max"),
    (rules + "examples: [{}]", "3:12: an example requires either accept or reject, with a record"),
    (rules + "examples: [{accept: {}, reject: {}}]", "3:12: an example requires either accept or"),
    (rules + "examples: [{accept: {x: [1]}}]", "3:25: 'x' must be a single value, not a list"),
    (rules + "examples: [{reject: {}, because: []}]", "3:34: because is empty; add a rule"),
  ])
  func ruleSets(_ text: String, _ expected: String) {
    let errors = errors(text)
    #expect(errors.count == 1 && errors.first?.hasPrefix(expected) == true, "\(errors)")
  }

  @Test func errorCountIsLimited() {
    let text = Self.rules + "fields:\n" + (1...3_000).map { "  x\($0): [y]\n" }.joined()
    #expect {
      try parse(text)
    } throws: { error in
      "\(error)".split(separator: "\n").count == 101 && "\(error)".hasSuffix("… and 900 more")
    }
  }
}
