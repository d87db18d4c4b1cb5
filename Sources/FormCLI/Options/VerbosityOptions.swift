import ArgumentParser

/// The verbosity of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Suppress notes and progress on standard error; print only errors.")
  var quiet = false
}
