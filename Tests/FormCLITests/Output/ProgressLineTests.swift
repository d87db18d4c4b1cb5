import Testing

@testable import FormCLI
@testable import FormRecorder

/// The text of progress lines.
@Suite struct ProgressLineTests {
  @Test(arguments: [
    (WorkProgress(1_200, fraction: 0.346), 0.5, "1,200 records, 34 %"),
    (WorkProgress(1_200_000, fraction: 0.25), 2.0, "1,200,000 records, 25 %, 600,000/s, 6 s left"),
    (WorkProgress(90, fraction: 0.1), 90.0, "90 records, 10 %, 1/s, 13 min 30 s left"),
    (WorkProgress(90, fraction: 0.02), 600.0, "90 records, 2 %, 0/s, 8 h 10 min left"),
    (WorkProgress(500, fraction: nil), 5.0, "500 records, 100/s"),
    (WorkProgress(500, of: 500), 5.0, "500 records, 100 %, 100/s"),
    (WorkProgress(0, of: 0), 5.0, "0 records, 100 %, 0/s"),
  ])
  func progressIsDescribed(_ progress: WorkProgress, after seconds: Double, _ text: String) {
    #expect(ProgressLine.text(progress, unit: "records", after: seconds) == text)
  }
}
