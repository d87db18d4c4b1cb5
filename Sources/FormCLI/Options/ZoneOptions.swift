import ArgumentParser
import FormRules

/// The time zone of a run.
struct ZoneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time zone whose day 'today()' is, such as Pacific/Auckland. Default: that of the form, then the offset of --now, then UTC.",
      valueName: "zone"),
    transform: OptionParser.zone)
  var zone: NamedZone?
}
