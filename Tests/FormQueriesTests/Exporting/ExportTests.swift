import FormInput
import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import Testing

@Suite struct ExportTests {
  @Test func emptyExportHasAHeader() throws {
    let store = try TemporaryStore()
    #expect(try store.export(.all, .csv) == "_submission,_line,_errors\n")
    #expect(try store.export(.all, .ndjson) == "")
    #expect(try store.export(.all, .json) == "[]\n")
    try store.add("id,name,email\n1,Ana,a@b.de\n")
    #expect(try store.export(.open, .csv) == "id,name,email,_submission,_line,_errors,_warnings\n")
  }

  /// The log names everything that restricts an export.
  @Test func subjectNamesTheWholeSelection() {
    var request = ExportRequest()
    request.scope = .all
    #expect(request.subject(.file("all.csv", replacing: false)) == "all submissions to all.csv")
    (request.selection.form, request.selection.rule) = ("people", "id.range")
    (request.selection.since, request.selection.assignee) = (Instant(seconds: 0), "ana")
    (request.selection.runID, request.range) = (3, 5...9)
    #expect(
      request.subject(.file("all.csv", replacing: false)) == """
        all submissions of form people of rule id.range of imports since \(Instant(seconds: 0)) \
        assigned to ana in run 3 numbered 5 to 9 to all.csv
        """)
  }

  @Test func columnsKeepTheirNamesAndOrder() throws {
    let store = try TemporaryStore()
    try store.add("more,E-mail,id\nx,nope,200\ny,a@b.de,1\n")
    #expect(
      try store.export(.open) == """
        more,E-mail,id,_submission,_line,_errors,_warnings
        x,•••,200,1,2,"id.range: id must be at most 100.; \
        email.email: email must be an email address, such as ana@example.com.",

        """)
    #expect(
      try store.export(.accepted, raw: true) == """
        more,E-mail,id,_submission,_line,_errors,_warnings
        y,a@b.de,1,2,3,,

        """)
  }

  @Test func linesAndArrayHaveTheSameObjects() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,\n200,Bo,a@b.de\n")
    let lines = try store.export(.all, .ndjson)
    #expect(
      lines == """
        {"submission":1,"import":1,"record":1,"line":2,"verdict":"accepted",\
        "fields":{"id":"1","name":"Ana","email":""},"errors":[]}
        {"submission":2,"import":1,"record":2,"line":3,"verdict":"rejected",\
        "fields":{"id":"200","name":"Bo","email":"•••"},"errors":[{"rule":"id.range","field":"id",\
        "code":"range.tooLarge","severity":"error","message":"id must be at most 100."}]}

        """)
    let array = lines.split(separator: "\n").joined(separator: ",\n")
    #expect(try store.export(.all, .json) == "[\n\(array)\n]\n")
  }

  @Test func importsWithDifferentColumnsShareAFile() throws {
    let store = try TemporaryStore()
    try store.add("id,name,extra\n1,Ana,x\n")
    try store.add("E-mail,more,id\na@b.de,y,2\n")
    var request = ImportRequest(path: store.path("returned.csv"))
    try store.write("id,email,_submission\n3,c@d.de,1\n", to: "returned.csv")
    request.storesExports = true
    _ = try store.recorder.importFile(request)
    #expect(
      try store.export(.all) == """
        id,name,extra,E-mail,more,_submission,_line,_errors,_warnings
        1,Ana,x,,,1,2,,
        2,,,•••,y,2,2,,
        3,,,•••,,3,2,,

        """)
    #expect(
      try store.export(.all, raw: true) == """
        id,name,extra,E-mail,more,_submission,_submission,_line,_errors,_warnings
        1,Ana,x,,,,1,2,,
        2,,,a@b.de,y,,2,2,,
        3,,,c@d.de,,1,3,2,,

        """)
  }

  /// Purged submissions are counted if the scope would choose them, and if they have a verdict.
  @Test func onlySelectedPurgedSubmissionsAreCounted() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,b@b.de\n300,Cy,bad\n")
    try store.add("id,name,email\n400,Di,d@b.de\n")
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([1, 2, 3, 4]), by: "ana", reason: "erasure"))
    _ = try store.recorder.retract(
      RetractionRequest(importID: 2, by: "ana", reason: "wrong file"))
    func purged(_ scope: SubmissionScope, rule: String? = nil) throws -> Int {
      var request = ExportRequest()
      request.scope = scope
      request.selection.rule = rule
      return try store.recorder.export(request, to: .stream { _ in }).purged
    }
    #expect(try purged(.all) == 3)
    #expect(try purged(.open) == 2)
    #expect(try purged(.accepted) == 1)
    #expect(try purged(.open, rule: "email.email") == 1)
    var replay = ReplayRequest()
    replay.isDryRun = true
    #expect(try store.recorder.replay(replay).purged == 3)
    replay.onlyRejected = true
    #expect(try store.recorder.replay(replay).purged == 2)
  }

  /// A column of the records with the name of an added one is escaped. Those of an export that was
  /// imported as records are omitted.
  @Test func ownColumnsWithAddedNamesAreExported() throws {
    let store = try TemporaryStore()
    try store.add("id,_line\n200,7\n")
    let csv = try store.export(.open)
    #expect(csv.hasPrefix("id,'_line,_submission,_line,_errors,_warnings\n200,7,1,2,"))
    #expect(try store.correct(csv.replacing("200,7", with: "20,7")).corrections?.closed == 1)
    #expect(try store.export(.current).contains("\n20,7,2,"))
    try store.write("id,_submission,_line\n300,1,2\n", to: "exported.csv")
    var request = ImportRequest(path: store.path("exported.csv"))
    request.storesExports = true
    _ = try store.recorder.importFile(request)
    var selection = SubmissionSelection.all
    selection.importID = 3
    #expect(try store.export(.open, .csv, selection).hasPrefix("id,_submission,_line,_errors"))
  }

  @Test func formulasAreDefusedUnlessRaw() throws {
    let store = try TemporaryStore()
    try store.add("id,name,=cmd\n-1,=1+1,@x\n+1,-1+1,\"\t=1\"\n2,+49 30 123456,-1.5\n")
    #expect(
      try store.export(.all) == """
        id,name,'=cmd,_submission,_line,_errors,_warnings
        -1,'=1+1,'@x,1,2,,
        +1,'-1+1,'\t=1,2,3,,
        2,+49 30 123456,-1.5,3,4,,name.length: Full name is long: •••

        """)
    #expect(try store.export(.all, raw: true).hasPrefix("id,name,=cmd,_sub"))
    #expect(try store.export(.all, raw: true).contains("\n-1,=1+1,@x,1,2,,\n"))
  }

  @Test func malformedRecordsExportTheirCells() throws {
    let store = try TemporaryStore()
    let bytes =
      Data("id,name,email\n1,Ana\n2,Bo,a@b.de,x\n3,\"C\"x,y\n4,".utf8) + [0xFF] + Data(",z\n".utf8)
    try store.add(bytes, encoding: "utf-8")
    let csv = try store.export(.open, raw: true).split(separator: "\n").map(String.init)
    #expect(csv[1].hasPrefix("1,Ana,,1,2,csv.tooFewFields: "))
    #expect(csv[2].hasPrefix("2,Bo,a@b.de,2,3,csv.tooManyFields: "))
    #expect(csv[2].hasSuffix(",x"))
    #expect(csv[3].hasPrefix("3,,,3,4,csv.strayQuote: "))
    let lines = try store.export(.open, .ndjson, raw: true).split(separator: "\n")
    #expect(lines[0].contains(#""fields":{"id":"1","name":"Ana"},"raw":"1,Ana","errors""#))
    #expect(lines[1].contains(#""email":"a@b.de","column 4":"x"},"raw":"2,Bo,a@b.de,x""#))
    #expect(lines[2].contains(#""raw":"3,\"C\"x,y""#))
    #expect(lines[3].contains(#""raw":"4,\#u{FFFD},z","rawBase64":"NCz/LHo=""#))
    let masked = try store.export(.open, .ndjson)
    #expect(!masked.contains("Ana") && !masked.contains("a@b.de") && !masked.contains("Base64"))
    #expect(try !store.export(.open).contains("Ana"))
  }

  @Test func jsonValuesAreExportedUnchanged() throws {
    let store = try TemporaryStore()
    let fields =
      #"{"id":1.0,"name":"a\u001b\"\\é","tags":[1.50,{"x":null}],"ok":true,"no":null}"#
    try store.add(fields + "\n", as: "records.ndjson")
    #expect(try store.export(.all, .ndjson).contains(#""fields":\#(fields),"errors""#))
    let cells = try store.read(try store.export(.all, .csv, raw: true), columns: 5)
    #expect(cells == [["1.0", "a\u{1B}\"\\é", #"[1.50,{"x":null}]"#, "true", ""]])
  }

  /// An NDJSON record is one line, even if its values were pretty-printed.
  @Test func prettyPrintedValuesAreExportedOnOneLine() throws {
    let store = try TemporaryStore()
    let text =
      "[{\"id\": 1,\n \"name\": [\n 1, {\r\n\t\"a b\" : \" x\\n\\\"\" } ],\n \"tags\": [1, 2]}]"
    try store.add(text, as: "records.json")
    let cell = #"[1,{"a b":" x\n\""}]"#
    let lines = try store.export(.all, .ndjson).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].contains(#""name":\#(cell),"tags":[1, 2]}"#))
    #expect(try store.export(.all, .json).contains(cell))
    let history = try store.recorder.history(of: 1).json.text
    #expect(!history.contains("\n"))
    #expect(history.contains(cell))
    // The stored cells are unchanged.
    #expect(
      try store.rows("SELECT cells FROM submission")[0].contains(
        "\\u005b\\u000a 1, {\\u000d\\u000a\\u0009"))
  }

  /// Unusual and random cells are imported and exported byte for byte.
  @Test func everyCellRoundTrips() throws {
    let failure = try RandomRounds.run("cells", 1) { random, _ in try roundTrip(using: &random) }
    #expect(failure == nil)
  }

  private func roundTrip(using random: inout SeededGenerator) throws -> String? {
    let pieces = [
      ",", "\"", "\n", "\r", "\r\n", " ", "=", "'", "\t", ";", "a", "é", "\u{202E}", "👍", "\u{1B}",
      "\u{FEFF}", "sep=;", "•••", "\\", "\u{7F}",
    ]
    var rows = [["", "", ""], ["\u{FEFF}x", "sep=,", "'"], ["NA", " ", "\"\""]]
    for _ in 0..<2_500 {
      rows.append(
        (0..<3).map { _ in
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
        })
    }
    let store = try TemporaryStore(
      """
      form: free
      fields:
        - {name: x, type: text}
        - {name: y, type: text}
        - {name: z, type: text}
      ---
      rules: free
      form: free
      """)
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for row in [["x", "y", "z"]] + rows {
      for cell in row { writer.append(cell, to: &bytes) }
      writer.endRecord(to: &bytes)
    }
    try store.add(Data(bytes))
    let exported = try store.read(try store.export(.all, raw: true), columns: 3)
    return zip(exported, rows).first { $0 != $1 }.map { "\($0) instead of \($1)" }
      ?? (exported.count == rows.count ? nil : "\(exported.count) rows")
  }

  @Test func onlyFailuresOfARuleAreExported() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n300,Barbara,a@b.de\n1,Barbara,a@b.de\n1,Bo\n")
    func ids(_ choice: SubmissionScope, _ rule: String) throws -> [Substring] {
      try store.export(choice, .ndjson, SubmissionSelection { $0.rule = rule })
        .split(separator: "\n").map { $0.dropFirst(14).prefix { $0 != "," } }
    }
    #expect(try ids(.open, "id.range") == ["1", "2"])
    #expect(try ids(.rejected, "name.length") == ["2"])
    #expect(try ids(.accepted, "name.length") == ["3"])
    #expect(try ids(.warned, "id.range") == ["2"])
    #expect(try ids(.all, "name.length") == ["2", "3"])
    #expect(try ids(.open, "csv.tooFewFields") == ["4"])
    #expect(try ids(.accepted, "id.range") == [])
  }
}

extension TemporaryStore {
  /// Returns the first cells of each record of a CSV text.
  func read(_ csv: String, columns: Int) throws -> [[String]] {
    try write(csv, to: "exported.csv")
    var options = ReaderOptions()
    options.delimiter = UInt8(ascii: ",")
    var reader = try openReader(path: path("exported.csv"), options: options)
    var batch = RecordBatch()
    var rows: [[String]] = []
    while try reader.read(into: &batch, maximumRecords: 1_000) {
      for record in batch.records {
        try #require(!record.isFaulty)
        rows.append(batch.cells(of: record).prefix(columns).map(batch.text))
      }
    }
    return rows
  }
}
