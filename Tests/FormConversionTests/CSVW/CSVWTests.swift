import FormRules
import Testing

@testable import FormConversion

/// Conversion from CSV on the Web.
@Suite struct CSVWTests {
  @Test(
    arguments: [
      (
        #"{"tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": ["-"]}]}}"#,
        ["1:67: b: 'null' of some columns: '-' counts as missing in all"], ["missing: ['-']"]
      ),
      (
        #"{"tableSchema": {"columns": [{"name": "a", "null": "-"}, {"name": "b", "null": "-"}]}}"#,
        [], ["missing: ['-']"]
      ),
      (
        #"{"null": "-", "tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": "x"}]}}"#,
        [
          "1:10: a: 'null' of some columns: '-' counts as missing in all",
          "1:80: b: 'null' of some columns: 'x' counts as missing in all",
        ], ["missing: ['-', x]"]
      ),
      (
        ##"{"dialect": {"commentPrefix": "#"}, "tableSchema": {"columns": [{"name": "a"}]}}"##,
        ["1:14: dialect: 'commentPrefix' is not converted"], []
      ),
      (
        #"{"dialect": {"commentPrefix": null}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], []
      ),
      (
        #"{"dialect": {"encoding": "latin1"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: iso-8859-1"]
      ),
      (
        #"{"dialect": {"encoding": "UTF8"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: utf-8"]
      ),
      (
        #"{"dialect": {"encoding": "x-cp1252"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: windows-1252"]
      ),
      (
        #"{"dialect": {"encoding": "koi8-r"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: encoding 'koi8-r' is not supported: not converted"], []
      ),
      (
        #"{"dialect": {"delimiter": "||"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: delimiter '||' is not an ASCII character: not converted"], []
      ),
      (
        #"{"resources": [{"encoding": "big5", "schema": {"fields": [{"name": "a"}]}}]}"#,
        ["1:17: resource 1: encoding 'big5' is not supported: not converted"], []
      ),
    ] as [(String, [String], [String])])
  func lossesAreReported(json: String, notes: [String], holds: [String]) throws {
    try expectLosses(of: json, notes, holds)
  }
}
