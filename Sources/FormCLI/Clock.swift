import FormRecorder

/// The clock of all commands. Tests replace it.
enum Clock {
  @TaskLocal static var current = Recorder.systemClock
}
