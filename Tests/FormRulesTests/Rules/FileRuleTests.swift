import FormBytes
import Testing

@testable import FormRules

/// Rules on files: by path, as text, and without files.
@Suite struct FileRuleTests {
  /// Files in memory.
  private struct Files: FileAccess {
    var contents: [String: [UInt8]]

    func open(_ path: String) throws(FileRefusal) -> any FileContent {
      switch path {
      case "../secret": throw .outside
      case "locked": throw .unreadable
      case "broken": return Broken()
      default:
        guard let bytes = contents[path] else { throw .notFound }
        return MemoryContent(bytes: bytes)
      }
    }
  }

  private struct Broken: FileContent {
    let size = 10
    func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] { throw .unreadable }
  }

  private let form = Form(name: "f", fields: [Field(name: "value", type: .file)])

  private func run(_ files: (any FileAccess)?) -> RunState {
    var configuration = RunState.Configuration(now: Instant(seconds: 0))
    configuration.files = files
    return RunState(configuration, parameters: [], stateCount: 0)
  }

  @Test(
    arguments: [
      ("photo.png", nil, nil, nil), ("a/b.pdf", "media.wrongType", "image.invalid", nil),
      ("none.png", "media.notFound", "image.notFound", "byteSize.notFound"),
      ("../secret", "media.outside", "image.outside", "byteSize.outside"),
      ("locked", "media.unreadable", "image.unreadable", "byteSize.unreadable"),
      ("broken", "media.unreadable", "image.unreadable", "byteSize.tooSmall"),
      ("empty", "media.unknown", "image.invalid", "byteSize.tooSmall"),
      ("data:,x", "media.wrongType", "image.invalid", "byteSize.tooSmall"),
      ("data:image/png", "media.encoding", "image.encoding", "byteSize.encoding"),
    ] as [(String, String?, String?, String?)])
  func filesAreFoundByPath(_ path: String, _ media: String?, _ image: String?, _ size: String?)
    throws
  {
    let files = Files(contents: [
      "photo.png": ImageSizeTests.headers[0].bytes, "a/b.pdf": Array("%PDF-1.7 and so on".utf8),
      "empty": [],
    ])
    let run = run(files)
    func code(_ rule: some Rule) -> String? {
      FormRulesTests.code(rule, of: form, ["value": path], in: run)
    }
    #expect(code(try bind(MediaRule.self, "image", of: form)) == media)
    #expect(code(try bind(ImageRule.self, ["minWidth": 300], of: form)) == image)
    #expect(code(try bind(ByteSizeRule.self, ["min": 12], of: form)) == size)
  }

  /// A file that cannot be read fails, also where another type would pass.
  @Test(arguments: ["none.png", "../secret", "locked", "broken", "data:image/png"])
  func filesThatCannotBeReadFail(_ path: String) throws {
    let run = run(Files(contents: [:]))
    let rule = try bind(NotRule.self, [["media": "image"]], of: form)
    #expect(code(rule, of: form, ["value": path], in: run) == "not.satisfied")
  }

  @Test func pathsAreUndecidedWithoutFiles() throws {
    let rule = try bind(MediaRule.self, "image", of: form)
    #expect(rule.externalInputs == [.files])
    let run = run(nil)
    #expect(
      answer(rule, of: form, ["value": "photo.png"], in: run) == .undecided(.files))
    #expect(code(rule, of: form, ["value": "data:,x"], in: run) == "media.wrongType")
    let content = try bind(
      MediaRule.self, ["kinds": "image", "encoding": "base64"], of: form)
    #expect(content.externalInputs.isEmpty)
  }

  /// UndecidedReason rules are skipped and counted, also inside other rules, unless the result is
  /// certain.
  @Test func undecidedRecordsAreCountedAsSkipped() throws {
    func entry(_ rule: String, _ parameters: DefinitionNode, id: String) -> RuleEntry {
      var entry = RuleEntry(rule, parameters)
      entry.id = id
      return entry
    }
    let media: DefinitionNode = ["media": "image"]
    let short: DefinitionNode = ["length": ["max": 5]]
    let rules = [
      RuleEntry("media", "image"), entry("not", media, id: "not"),
      entry("all", [media, short], id: "all"), entry("any", [media, short], id: "any"),
      entry("any", [short, media], id: "any2"),
    ]
    let form = Form(name: "f", fields: [Field(name: "value", type: .text)])
    let ruleSet = RuleSet(
      name: "r", form: "f", fields: [FieldRules(field: "value", rules: rules.map(onPath))])
    let plan = try Plan(form: form, ruleSet: ruleSet)
    var judge = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0)))
    let bytes = Array("photo.png".utf8)
    var errors: [JudgedError] = []
    let cells = [Cell(start: 0, end: 9, kind: .string), Cell(start: 0, end: 5, kind: .string)]
    judge.judge(cells.span, in: bytes.span, into: &errors)
    let failed = errors.map { "\($0.record) \(plan.rules[Int($0.rule)].id)" }
    #expect(failed == ["0 all"])
    let skipped = plan.rules.indices.map { "\(plan.rules[$0].id) \(judge.skips[$0][.files])" }
      .suffix(5)
    #expect(skipped == ["value.media 2", "not 2", "all 1", "any 1", "any2 1"])
  }

  /// The rule, in which every `media` reads a path.
  private func onPath(_ entry: RuleEntry) -> RuleEntry {
    func rewritten(_ node: DefinitionNode) -> DefinitionNode {
      switch node.content {
      case .scalar: node
      case .sequence(let items): DefinitionNode(.sequence(items.map(rewritten)))
      case .mapping(let entries):
        DefinitionNode(
          .mapping(
            entries.map { entry in
              .init(
                entry.key,
                entry.key == "media"
                  ? ["kinds": entry.value, "encoding": "path"] : rewritten(entry.value))
            }))
      }
    }
    var entry = entry
    entry.parameters =
      entry.rule == "media"
      ? ["kinds": "image", "encoding": "path"] : entry.parameters.map(rewritten)
    return entry
  }

  @Test func mediaTypesAreUnique() {
    let names = MediaType.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() })
    for type in MediaType.all { #expect(MediaType.named(type.name)?.name == type.name) }
  }

  @Test(
    arguments: [
      (["kinds": "imgae"], "unknown kind of file 'imgae'; did you mean 'image'?"),
      (["types": "pgn"], "unknown type of file 'pgn'; did you mean 'png'?"),
      (["types": "picture/*"], "unknown type of file 'picture/*'"),
      ([:], "'media': requires kinds or types"),
    ] as [(DefinitionNode, String)])
  func unknownKindsAndTypesAreRefused(_ parameters: DefinitionNode, _ message: String) {
    #expect(bindingError(MediaRule.self, parameters, of: form)?.hasPrefix(message) == true)
  }

  @Test(
    arguments: [
      (["minSize": "10x"], "'image': minSize must be written as 640x480"),
      (["minSize": "0"], "'image': minSize must be written as 640x480"),
      (
        ["minSize": "10", "minWidth": 3], "'image': minSize already specifies minWidth; keep one"
      ),
      (
        ["minWidth": 10, "maxWidth": 9],
        "'image': no image is at least 10 and at most 9 pixels wide"
      ),
      (["minRatio": "0"], "'image': minRatio must be a number above 0, or written as 16:9"),
      (["minRatio": "16:9:1"], "'image': minRatio must be a number above 0, or written as 16:9"),
      (["minRatio": "2", "maxRatio": "16/9"], "'image': minRatio is above maxRatio"),
    ] as [(DefinitionNode, String)])
  func impossibleBoundsAreRefused(_ parameters: DefinitionNode, _ message: String) {
    #expect(bindingError(ImageRule.self, parameters, of: form) == message)
  }

  @Test(
    arguments: [
      ("", 0), ("YQ==", 1), ("YWI=", 2), ("YWJj", 3), ("+/+/", 3), ("YQ=", nil), ("YQ", nil),
      ("=", nil), ("====", nil), ("Y===", nil), ("YW==YW==", nil), ("YW\n=", nil), ("-_-_", nil),
    ] as [(String, Int?)])
  func base64IsDecodedStrictly(_ text: String, _ count: Int?) {
    let bytes = Array(text.utf8)
    #expect(Base64.decode(bytes.span)?.count == count)
    #expect(Base64.size(of: bytes.span) == count)
  }

  @Test(
    arguments: [
      ("+/+/", .standard, [0xFB, 0xFF, 0xBF]), ("-_-_", .urlSafe, [0xFB, 0xFF, 0xBF]),
      ("Zg", .urlSafe, [0x66]), ("Zm8", .standard, [0x66, 0x6F]), ("", .urlSafe, []),
      ("-_-_", .standard, nil), ("+/+/", .urlSafe, nil), ("Zg=", .urlSafe, nil),
    ] as [(String, Base64.Alphabet, [UInt8]?)])
  func base64HasTwoAlphabets(_ text: String, _ alphabet: Base64.Alphabet, _ bytes: [UInt8]?) {
    let characters = Array(text.utf8)
    var decoded: [UInt8] = []
    let isDecoded = Base64.decode(unpadded: characters.span, alphabet) { decoded.append($0) }
    #expect((isDecoded ? decoded : nil) == bytes)
  }
}
