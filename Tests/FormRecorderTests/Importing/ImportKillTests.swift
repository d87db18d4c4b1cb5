import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormRecorder

/// Kills the program during imports (SIGKILL) and runs the same command again.
@Suite struct ImportKillTests {
  private static let records = 6_000

  @Test func acknowledgedRecordsAreNeitherLostNorDuplicated() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)

    let undisturbed = KilledImport(folder, database: "undisturbed.sqlite")
    let clock = ContinuousClock()
    var exitCode: Int32?
    let duration = try clock.measure { exitCode = try undisturbed.run() }
    #expect(exitCode == 1)
    let expected = try undisturbed.content()
    #expect(expected.submissions.count == Self.records)
    #expect(!expected.errors.isEmpty && !expected.malformed.isEmpty)

    let between = KilledImport(folder, database: "between.sqlite")
    for count in [250, 3_000] {
      #expect(try interrupt(between, .committed(count), expected))
      #expect((count..<Self.records).contains(try between.content().count))
    }
    try finish(between, expected)

    // The effect of a delay depends on the machine.
    _ = try RandomRounds.run("kills", LongTests.areWanted ? 40 : 1) { random, _ in
      let killed = KilledImport(folder, database: "killed-\(random.next()).sqlite")
      for _ in 0..<(LongTests.areWanted ? 5 : 1) {
        let delay = duration * Double.random(in: 0...1, using: &random)
        guard try interrupt(killed, .after(delay), expected) else { break }
      }
      try finish(killed, expected)
      return nil
    }
  }

  /// Runs the import and kills it.
  ///
  /// - Returns: Whether it was killed before it finished.
  private func interrupt(
    _ killed: KilledImport, _ moment: KilledImport.Moment, _ expected: KilledImport.Content
  ) throws -> Bool {
    guard try killed.run(killedAt: moment) == nil else { return false }
    let found = try killed.content()
    let place = Comment("killed \(moment)")
    #expect(found.isSound, place)
    #expect(found.submissions.count >= killed.acknowledged, place)
    #expect(found.submissions.elementsEqual(expected.submissions.prefix(found.count)), place)
    return true
  }

  private func finish(_ killed: KilledImport, _ expected: KilledImport.Content) throws {
    #expect(try killed.run() == 1)
    #expect(killed.acknowledged == Self.records)
    #expect(try killed.content() == expected)
    #expect(try killed.verify() == 0)
  }

  /// Writes a file with errors that depend on earlier records, and with malformed records.
  private static func writeFiles(in folder: TemporaryFolder) throws {
    try folder.write(
      """
      form: people
      fields:
        - {name: id, type: integer, required: true}
        - {name: name, type: text, required: true}
        - {name: age, type: integer}
      ---
      rules: people
      form: people
      fields:
        id: [unique]
        name: [{length: {max: 12}}]
        age: [{range: {min: 0, max: 120}}]
      """, to: "people.yaml")
    let lines = (1...records).map { number in
      switch number % 50 {
      case 7: "\(number - 6),Ada,30"
      case 13: "\(number),,30"
      case 21: "\(number),A name that is too long,130"
      case 34: "\(number),Ada,30,one too many"
      default: "\(number),\"Ada, \(number)\",\(number % 100)"
      }
    }
    try folder.write("id,name,age\n" + lines.joined(separator: "\n") + "\n", to: "people.csv")
  }
}

/// An import by the built program into its own store.
private final class KilledImport {
  enum Moment {
    /// When the program has acknowledged this number of records.
    case committed(Int)
    case after(Duration)
  }

  private let folder: TemporaryFolder
  private let database: String
  /// The highest number of records that the program acknowledged as committed.
  private(set) var acknowledged = 0

  init(_ folder: TemporaryFolder, database: String) {
    self.folder = folder
    self.database = database
  }

  /// The program, which the build places beside the test bundle.
  private static var program: URL {
    get throws {
      let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
      let program = products.appendingPathComponent("formrec")
      return try #require(
        FileManager.default.isExecutableFile(atPath: program.path) ? program : nil,
        "no formrec in \(products.path); run swift build")
    }
  }

  /// Runs the import until it finishes or is killed.
  ///
  /// - Returns: The exit code, or nil if the program was killed.
  func run(killedAt moment: Moment? = nil) throws -> Int32? {
    let output = folder.path("acknowledged")
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let process = Process()
    process.executableURL = try Self.program
    process.arguments = [
      "import", folder.path("people.csv"), "--definitions", folder.path("people.yaml"), "--db",
      folder.path(database), "--chunk", "250", "--ack",
    ]
    // A file keeps the output even if the writer is killed.
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    func acknowledged() throws -> Int {
      try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        .compactMap { $0.wholeMatch(of: /{"committed":(\d+)}/).flatMap { Int($0.1) } }.max() ?? 0
    }
    switch moment {
    case .committed(let count):
      while process.isRunning, try acknowledged() < count { Thread.sleep(forTimeInterval: 0.001) }
    case .after(let delay): Thread.sleep(forTimeInterval: delay / .seconds(1))
    case nil: break
    }
    if moment != nil, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    self.acknowledged = max(self.acknowledged, try acknowledged())
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  func verify() throws -> Int32 {
    let process = Process()
    process.executableURL = try Self.program
    process.arguments = ["verify", "--db", folder.path(database)]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The content of a store without times.
  struct Content: Equatable {
    var isSound = true
    var submissions: [String] = []
    var errors: [String] = []
    var malformed: [String] = []
    var count: Int { submissions.count }
  }

  /// Reads a copy so that the store stays as the kill left it.
  func content() throws -> Content {
    let copy = try TemporaryFolder()
    for end in ["", "-wal"] {
      let file = folder.path(database + end)
      guard FileManager.default.fileExists(atPath: file) else { continue }
      try FileManager.default.copyItem(atPath: file, toPath: copy.path("copy.sqlite" + end))
    }
    let queue = try DatabaseQueue(path: copy.path("copy.sqlite"))
    return try queue.read { db in
      // The program may be killed before it creates the first table.
      guard try db.tableExists("submission") else { return Content() }
      func rows(_ sql: String) throws -> [String] {
        try Row.fetchAll(db, sql: sql).map { row in
          row.databaseValues.map(\.description).joined(separator: "|")
        }
      }
      return Content(
        isSound: try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok",
        submissions: try rows("SELECT id, line, cells FROM submission ORDER BY id"),
        errors: try rows(
          "SELECT submission, rule, code, arguments FROM error ORDER BY submission, rule"),
        malformed: try rows("SELECT * FROM malformed ORDER BY submission"))
    }
  }
}
