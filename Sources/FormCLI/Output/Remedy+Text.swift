import FormBytes
import FormRecorder
import FormRules

extension RecorderError {
  /// The error, followed by the options or the command that may help, in one line.
  var text: String { description.adding(remedies) }
}

extension RecorderNote {
  /// The note, followed by the options or the command that may help, in one line.
  var text: String { description.adding(remedies) }
}

extension String {
  fileprivate func adding(_ remedies: [Remedy]) -> String {
    let text = remedies.map(\.text)
    guard let last = text.last else { return self }
    let rest = text.dropLast().joined(separator: ", ")
    return "\(self); " + (rest.isEmpty ? last : "\(rest), or \(last)")
  }
}

extension Remedy {
  /// The options or the command, in an imperative clause.
  fileprivate var text: String {
    switch self {
    case .chooseForm: "specify --form"
    case .chooseRules: "specify --rules"
    case .chooseFormOrRules: "specify --kind form or --kind rules"
    case .chooseEntry: "choose one with --entry NAME"
    case .chooseSheet: "choose one with --sheet NAME"
    case .chooseHeader: "specify its row with --header ROW"
    case .declareNoHeader: "specify --no-header if there is no header"
    case .chooseDelimiter: "specify another delimiter with --delimiter"
    case .chooseDialect(let dialect):
      "specify 'file: {\(dialect.yamlText)}' in the form, or \(dialect.argumentText)"
    case .chooseEncoding(let name): "specify --encoding \(name)"
    case .nameEncoding: "specify the encoding with --encoding NAME"
    case .acceptMalformedRecords: "specify --encoding utf-8 if only some records are damaged"
    case .mapColumns: "map a column with --map COLUMN=FIELD"
    case .extractMember(let name):
      "extract the array of objects in '\(name.displayText)', for example with jq '.\(name.displayText)'"
    case .renameColumn: "rename one of them"
    case .matchByPosition: "specify 'file: {match: position}' in the form"
    case .supplyDefinitions: "specify definition files with --definitions"
    case .supplyMessages: "specify the file with --messages"
    case .supplyReference(let name): "specify --reference \(name)=FILE"
    case .supplyFiles: "specify --files FOLDER"
    case .skipFileRules: "exclude such rules with --no-files"
    case .allowHosts: "see 'formrec rules remote'"
    case .chooseDatabase: "specify another database with --db"
    case .omitEntry: "omit --entry"
    case .omitSheet: "omit --sheet"
    case .omitEncoding: "omit --encoding"
    case .omitByteOrderMark: "omit --bom"
    case .importNonatomically: "import without --atomic"
    case .applyDefinitions: "store definitions with 'formrec apply FILE'"
    case .updateDatabase: "update it with 'formrec apply' or 'formrec import'"
    case .waitLonger: "wait longer with --wait SECONDS"
    case .resumeImport: "resume it with the same command or request"
    case .declareRestoration: "if a backup was restored, declare it with 'formrec restored'"
    case .includeDependents: "retract them, too, with --with-dependents"
    case .discard(let id): "discard import \(id) with 'formrec discard \(id)'"
    case .allowReimport: "import it again with --again"
    case .replay: "validate it again with 'formrec \(replayArguments.joined(separator: " "))'"
    case .importCorrections: "import it with 'formrec correct'"
    case .importAsRecords: "specify --as-records if its records are new ones"
    case .exportUnmasked: "export the records with --no-mask"
    case .importRecords: "import several records with 'formrec import -'"
    case .checkRecords: "check it with 'formrec check'"
    case .verify: "run 'formrec verify'"
    case .backUp: "copy it with 'formrec backup'"
    case .listImports: "list them with 'formrec list imports'"
    case .listRuns: "list them with 'formrec list runs'"
    case .exportFailures: "create such files with 'formrec export'"
    case .splitByForm: "write a file per form with --split-by form -o FOLDER"
    case .replaceFile: "replace it with --force"
    }
  }

  private var replayArguments: [String] {
    guard case .replay(let id, let form, let rules, let parameters, let now) = self else {
      return []
    }
    return ["replay --form \(form)"] + (rules.map { ["--rules \($0)"] } ?? []) + ["--import \(id)"]
      + parameters.sorted { $0.key < $1.key }.map { "--param \($0.key)=\($0.value.displayText)" }
      + (now.map { ["--now \($0)"] } ?? [])
  }
}

extension FileDialect {
  /// The properties as in a flow mapping of YAML.
  fileprivate var yamlText: String {
    settings.map { "\($0.key): \($0.text.quotedUnlessPlain)" }.joined(separator: ", ")
  }

  /// The properties as arguments for a shell.
  fileprivate var argumentText: String {
    settings.map { "--dialect \($0.key)=\($0.text.quotedUnlessPlain)" }.joined(separator: " ")
  }
}

extension String {
  /// The text in double quotes, unless it consists of letters and digits.
  fileprivate var quotedUnlessPlain: String {
    if allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return self }
    return "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
