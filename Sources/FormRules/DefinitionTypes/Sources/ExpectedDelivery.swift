import FormBytes

/// The deliveries that a source is expected to send.
public struct ExpectedDelivery: Sendable, Equatable {
  /// How often a delivery is expected.
  public enum Interval: String, Sendable, CaseIterable {
    case day, week, month
  }

  /// How often a delivery is expected.
  public var interval: Interval
  /// The day in a week (1 is Monday) or month at which the delivery is due, or nil for the last one
  /// of the interval. A day that a month lacks means its last day.
  public var day: Int?
  /// The minute of the day at which the delivery is due, 0 to 1,440.
  public var minute: Int
  /// The limit of the number of records.
  public var records: Limit?

  /// Creates an expectation.
  public init(every interval: Interval, day: Int? = nil, minute: Int = 1_440, records: Limit? = nil)
  {
    self.interval = interval
    self.day = day
    self.minute = minute
    self.records = records
  }
}

extension ExpectedDelivery {
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The time as written, such as `Monday 12:00`, `12:00` or `3 12:00`.
  package var dueText: String {
    let time = [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      .joined(separator: ":")
    guard let day else { return time }
    return (interval == .week ? Self.weekdays[day - 1] : String(day)) + " " + time
  }

  /// Creates an expectation from the time as written. Returns nil if the text is no time of the
  /// interval.
  package init?(every interval: Interval, due text: String) {
    let words = text.split(separator: " ")
    guard let time = words.last.map({ $0.split(separator: ":") }), time.count == 2,
      time.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy(\.isASCIIDigit) }),
      let hour = Int(time[0]), let minute = Int(time[1]),
      (0...59).contains(minute), hour * 60 + minute <= 1_440
    else { return nil }
    var day: Int?
    if let word = words.dropLast().first {
      switch interval {
      case .day: return nil
      case .week:
        day = Self.weekdays.firstIndex { $0.lowercased() == word.lowercased() }.map { $0 + 1 }
      case .month: day = Int(word).flatMap { (1...31).contains($0) ? $0 : nil }
      }
      if day == nil { return nil }
    }
    guard words.count <= 2 else { return nil }
    self.init(every: interval, day: day, minute: hour * 60 + minute)
  }

  /// Returns the last two times at which a delivery was due, the later one at or before `now`.
  ///
  /// - Parameter zone: The zone of the times, or nil for UTC.
  package func lastDueTimes(
    before now: Instant, in zone: NamedZone?
  ) -> (earlier: Instant, later: Instant) {
    let offset = Int64(zone?.offset(at: now) ?? 0)
    var day = Instant(seconds: now.seconds + offset).date.daysSinceEpoch
    var times: [Instant] = []
    while times.count < 2 {
      let time = end(of: day, in: zone)
      if isDue(on: CalendarDate(daysSinceEpoch: day)), time <= now { times.append(time) }
      day -= 1
    }
    return (times[1], times[0])
  }

  private func isDue(on date: CalendarDate) -> Bool {
    switch interval {
    case .day: return true
    case .week: return date.weekday == day ?? 7
    case .month:
      let (year, month, number) = date.components
      return number == min(day ?? 31, CalendarDate.days(inMonth: month, of: year))
    }
  }

  /// The time of a day at which a delivery is due.
  private func end(of day: Int32, in zone: NamedZone?) -> Instant {
    let local = Int64(day) * 86_400 + Int64(minute) * 60
    return zone?.instant(atLocal: local) ?? Instant(seconds: local)
  }
}
