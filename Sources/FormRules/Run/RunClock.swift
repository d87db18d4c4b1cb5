import FormBytes

/// The clock of a run: a point in time, and the offset from UTC by which `today()` is its day.
///
/// Its text is RFC 3339 and is recorded with the run, so that a replay has the same day, whatever
/// the rules of time zones are then.
package struct RunClock: Sendable, Hashable {
  package let instant: Instant
  /// The offset in seconds, positive in the east, in whole minutes, less than a day.
  package let offset: Int

  package init(_ instant: Instant, offset: Int = 0) {
    self.instant = instant
    self.offset = offset
  }

  /// - Parameters:
  ///   - zone: The zone of the day, or nil if none is stated.
  ///   - offset: The offset without a zone.
  package init(_ instant: Instant, in zone: NamedZone?, offset: Int = 0) {
    self.init(instant, offset: zone?.offset(at: instant) ?? offset)
  }

  /// Parses an RFC 3339 timestamp. Returns nil for any other text.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    guard let (instant, offset) = Instant.read(bytes.span) else { return nil }
    self.init(instant, offset: offset)
  }

  /// The time at the offset, as if it were in UTC.
  package var local: Instant {
    Instant(seconds: instant.seconds + Int64(offset), nanoseconds: instant.nanoseconds)
  }

  /// The day at the offset.
  var today: CalendarDate { local.date }
}

extension RunClock: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS[.f…]` with `Z` or the offset, `±HH:MM`.
  package var description: String {
    if offset == 0 { return instant.description }
    return local.description.dropLast() + Self.text(ofOffset: offset)
  }

  /// An offset as `±HH:MM`.
  static func text(ofOffset offset: Int) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+")
      + "\((minutes / 60).zeroPadded(to: 2)):\((minutes % 60).zeroPadded(to: 2))"
  }
}

/// The offsets of a zone during a day in UTC, in which it changes at most once. They are recorded
/// with an intake, whose submissions have their own times.
package struct DayOffsets: Sendable, Equatable {
  private let first: Int
  /// The first second with another offset, if there is one.
  private let change: (at: Int64, offset: Int)?

  /// - Parameter instant: A point in time of the day.
  package init(_ zone: NamedZone, dayOf instant: Instant) {
    let start = Int64(instant.date.daysSinceEpoch) * 86_400
    func offset(_ second: Int64) -> Int { zone.offset(at: Instant(seconds: second)) }
    first = offset(start)
    let last = offset(start + 86_399)
    if first == last {
      change = nil
      return
    }
    // The change is after `before` and not after `after`.
    var (before, after) = (start, start + 86_399)
    while after - before > 1 {
      let middle = (before + after) / 2
      if offset(middle) == first { before = middle } else { after = middle }
    }
    change = (after, last)
  }

  /// Parses the text. Returns nil for any other text.
  package init?(text: String) {
    let words = text.split(separator: " ")
    func offset(_ word: Substring) -> Int? { RunClock(text: "2000-01-01T00:00\(word)")?.offset }
    guard let first = words.first.flatMap(offset) else { return nil }
    self.first = first
    if words.count == 1 {
      change = nil
      return
    }
    guard words.count == 3, let at = Instant(text: String(words[1])), let last = offset(words[2])
    else { return nil }
    change = (at.seconds, last)
  }

  /// The clock of a submission at a time of the day.
  package func clock(_ instant: Instant) -> RunClock {
    guard let change, instant.seconds >= change.at else { return RunClock(instant, offset: first) }
    return RunClock(instant, offset: change.offset)
  }

  package static func == (a: DayOffsets, b: DayOffsets) -> Bool { a.description == b.description }
}

extension DayOffsets: CustomStringConvertible {
  /// The offset, followed by the time of the change and the offset after it, if there is one:
  /// `+13:00 2026-04-04T14:00:00Z +12:00`.
  package var description: String {
    let start = RunClock.text(ofOffset: first)
    guard let change else { return start }
    return "\(start) \(Instant(seconds: change.at)) \(RunClock.text(ofOffset: change.offset))"
  }
}
