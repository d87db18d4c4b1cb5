import Testing

/// The layers of the folders of a target, the lowest one first. Each folder depends only on folders
/// of lower layers, so those of one layer do not depend on each other.
struct TargetLayers: Sendable, CustomTestStringConvertible {
  let target: String
  let layers: [[String]]

  var testDescription: String { target }

  static let all = [
    TargetLayers(
      target: "FormBytes",
      layers: [["Bytes"], ["Text", "Dates", "Cells"], ["JSON", "System"]]),
    // `Rules/Text` contains the operations on texts and characters for other rules.
    TargetLayers(
      target: "FormRules",
      layers: [
        [""], ["Generated"], ["Collections", "Values"], ["DefinitionTypes"],
        ["Messages", "Patterns", "Decoding"], ["Run"],
        ["Expression"], ["Contract"], ["Rules/Text"],
        [
          "Rules/Presence", "Rules/Records", "Rules/Comparison", "Rules/Notation", "Rules/Codes",
          "Rules/Net", "Rules/Data",
        ],
        ["Rules/Combining", "Rules/Files"], ["Registry"], ["Comparing", "Judging"],
        ["Services"],
      ]),
    TargetLayers(
      target: "FormModels",
      layers: [[""], ["Validation"], ["Session"], ["Decoding"], ["Live"]]),
    TargetLayers(
      target: "FormInput",
      layers: [
        [""], ["Generated", "Sources"], ["Compression", "Encodings"], ["Records", "Archives"],
        ["Delimited", "JSON", "Workbook"], ["Opening"],
      ]),
    TargetLayers(
      target: "FormDefinitions",
      layers: [["Values"], ["Writing"], ["Reading"], ["Diff", "Schema"], [""]]),
    // The files without a folder use all folders.
    TargetLayers(
      target: "FormConversion",
      layers: [
        ["Notes"], ["Values"], ["Patterns", "RuleSheet"], ["Portable"], ["CSVW", "JSONSchema"],
        ["TableSchema"], [""],
      ]),
    TargetLayers(
      target: "FormProfile",
      layers: [["Statistics"], ["Evidence"], ["Findings"], ["Report", "Drafting"]]),
    TargetLayers(
      target: "FormStore",
      layers: [
        ["Generated"], ["Records"], ["Schema"], ["Database"], ["Submissions"],
        ["Definitions"], ["Keys"], ["Reading"], ["Auditing", "Exporting"], ["Sealing"], ["Writing"],
        ["Importing"], ["Submitting"], ["Correcting"], ["Deciding"], ["Replaying"],
        ["Retracting"], ["Verification"], ["Purging"], ["Proving"], ["Maintenance"],
      ]),
    // The files without a folder use all folders.
    TargetLayers(
      target: "FormQueries",
      layers: [
        ["Errors"], ["Files", "Pipelines"], ["Recorder"],
        ["Reporting", "References"],
        ["Definitions"], ["Selection"], ["Reading"], ["Searching"],
        ["Listing", "Feed", "Maintenance"],
        ["Auditing", "Proving"], ["Workbooks"], ["Exporting"], [""],
      ]),
    // The files without a folder use all folders.
    TargetLayers(
      target: "FormRecorder",
      layers: [
        ["Uploads"], ["Secrets"], ["Reporting", "Writing"], ["Exporting", "Applying", "Input"],
        ["Judging"], ["Verification", "Purging"], ["Maintenance"], ["Importing"], ["Replaying"],
        ["Checking"], ["External"], ["Submitting"], ["Deciding"], ["Access"], ["Correcting"],
        ["Receiving"], ["Failures"], ["Retracting"], ["Profiling"], [""],
      ]),
    TargetLayers(
      target: "FormPages", layers: [["Generated"], ["HTML"], ["Auditing", "Profiling"]]),
    TargetLayers(target: "FormNotifications", layers: [["Events"], ["Webhooks"], ["Mail"], [""]]),
    // The files without a folder use all folders.
    TargetLayers(
      target: "FormServer",
      layers: [
        ["Generated"], ["Settings"], ["HTTP"], ["Access"], ["Status", "Forms"], ["Core"],
        ["PostedForms"], ["Pages"], ["Proving"],
        ["Submitting", "Correcting", "Deciding", "Importing", "Retracting", "Queries", "OData"],
        ["Auditing"], ["Failures"], ["OpenAPI"], [""],
      ]),
    TargetLayers(
      target: "FormCLI",
      layers: [
        ["Process"], ["Output"], ["Options"], ["Reports"],
        [
          "Access", "Auditing", "Checking", "Converting", "Correcting", "Deciding", "Definitions",
          "Exporting", "External", "Importing", "Mail", "Maintenance", "Proving", "Purging",
          "Replaying", "Retracting", "Submitting", "Verification", "Webhooks",
        ],
        ["Profiling", "Serving"], [""],
      ]),
  ]
}
