import FormRecorder
import FormRules

extension RecorderError {
  /// The error and what to type about it, in one line.
  var text: String { description.adding(remedies) }

  /// The category of the error in JSON output.
  var category: String {
    if isUsage { return "usage" }
    return reason == .stopped ? "stopped" : "failed"
  }
}

extension RecorderNote {
  /// The note and what to type about it, in one line.
  var text: String { description.adding(remedies) }
}

extension String {
  fileprivate func adding(_ remedies: [Remedy]) -> String {
    let words = remedies.map(\.words)
    guard let last = words.last else { return self }
    let rest = words.dropLast().joined(separator: ", ")
    return "\(self); " + (rest.isEmpty ? last : "\(rest), or \(last)")
  }
}

extension Remedy {
  /// The options or the command, in an imperative clause.
  fileprivate var words: String {
    switch self {
    case .chooseForm: "say which with --form"
    case .chooseRules: "say which with --rules"
    case .chooseFormOrRules: "say --only-form or --only-rules"
    case .chooseEntry: "choose one with --entry NAME"
    case .chooseSheet: "choose one with --sheet NAME"
    case .chooseHeader: "say which row has it with --header ROW"
    case .declareNoHeader: "say --no-header if there is no header"
    case .chooseDelimiter: "name another delimiter with --delimiter"
    case .chooseEncoding(let name): "say --encoding \(name)"
    case .acceptMalformedRecords: "say --encoding utf-8 if only some records are damaged"
    case .mapColumns: "name a column with --map COLUMN=FIELD"
    case .supplyDefinitions: "name definition files with --definitions"
    case .supplyMessages: "name the file with --messages"
    case .supplyReference(let form, let field): "say --reference \(form).\(field)=FILE"
    case .supplyFiles: "say --files FOLDER"
    case .skipFileRules: "leave such rules out with --no-files"
    case .allowHosts: "see 'formrec rules remote'"
    case .chooseDatabase: "choose another --db"
    case .omitEntry: "leave --entry out"
    case .omitSheet: "leave --sheet out"
    case .omitEncoding: "leave --encoding out"
    case .omitByteOrderMark: "leave --bom out"
    case .importInSteps: "import without --atomic"
    case .applyDefinitions: "store definitions with 'formrec apply FILE'"
    case .updateDatabase: "'formrec apply' or 'import' updates it"
    case .waitLonger: "wait longer with --wait SECONDS"
    case .resumeImport: "resume it with the same command"
    case .discard(let id): "give import \(id) up with 'formrec discard \(id)'"
    case .importAgain: "record it anew with --again"
    case .replay: "judge it again with 'formrec \(replayArguments.joined(separator: " "))'"
    case .importRecords: "'formrec import -' takes several records"
    case .checkRecords: "try it with 'formrec check'"
    case .verify: "run 'formrec verify'"
    case .backUp: "copy it with 'formrec backup'"
    case .listImports: "'formrec list imports' shows them"
    case .listRuns: "'formrec list runs' shows them"
    case .exportFailures: "'formrec export' writes such files"
    case .splitByForm: "write a file each with --split-by form -o FOLDER"
    case .replaceFile: "replace it with --force"
    }
  }

  private var replayArguments: [String] {
    guard case .replay(let id, let form, let rules, let parameters, let now) = self else {
      return []
    }
    return ["replay --form \(form)"] + (rules.map { ["--rules \($0)"] } ?? []) + ["--import \(id)"]
      + parameters.sorted { $0.key < $1.key }.map { "--param \($0.key)=\($0.value.shown)" }
      + (now.map { ["--now \($0)"] } ?? [])
  }
}
