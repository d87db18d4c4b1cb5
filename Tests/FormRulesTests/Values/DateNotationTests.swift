import FormBytes
import Testing

@testable import FormRules

/// Offsets from UTC and eras in the formats of dates and timestamps.
@Suite struct DateNotationTests {
  @Test(
    arguments: [
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-27 09:30:00 +1300", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-27 09:30:00 +13:00", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00 Z", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00 +13", nil),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00", nil),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00 +1360", nil),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00 +2400", nil),
      ("yyyy-MM-dd HH:mm:ss Z", "2026-11-26 20:30:00 z", nil),
      ("dd/MMM/yyyy:HH:mm:ss Z", "26/Nov/2026:15:00:00 -0530", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-ddTHH:mm:ssXXX", "2026-11-27T09:30:00+13:00", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-ddTHH:mm:ssXXX", "2026-11-26T20:30:00Z", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-ddTHH:mm:ssXXX", "2026-11-27T09:30:00+1300", nil),
      ("yyyyMMddTHHmmssXX", "20261127T093000+1300", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-ddTHH:mmXX", "2026-11-27T09:30+1300", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-ddTHH:mmXX", "2026-11-27T09:30+13:00", nil),
      ("yyyy-MM-dd HH:mm X", "2026-11-27 09:30 +13", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm X", "2026-11-26 15:00 -0530", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm X", "2026-11-26 15:00 -05:30", nil),
      ("yyyy-MM-dd HH:mm xxx", "2026-11-26 20:30 Z", nil),
      ("yyyy-MM-dd HH:mm xxx", "2026-11-26 20:30 -00:00", "2026-11-26T20:30:00Z"),
      ("M/d/yyyy h:mm a Z", "11/27/2026 9:30 AM +1300", "2026-11-26T20:30:00Z"),
      ("yyyy-MM-dd HH:mm:ss.SSSZ", "2026-11-27 09:30:00.250+1300", "2026-11-26T20:30:00.25Z"),
      ("Gy年M月d日 H時mm分 Z", "令和8年11月27日 9時30分 +1300", "2026-11-26T20:30:00Z"),
    ] as [(String, String, String?)])
  func offsetsArePartOfTheMoment(_ pattern: String, _ text: String, _ moment: String?) throws {
    guard let format = DateTimeFormat(pattern) else {
      #expect(moment == nil, "\(pattern)")
      return
    }
    #expect(format.parse(text.utf8.span)?.description == moment)
  }

  /// The other numbers determine the end of a number of one or two digits.
  @Test(
    arguments: [
      ("dMMyyyy", "1012026", "2026-01-01"), ("dMMyyyy", "11122026", "2026-12-11"),
      ("dMMyyyy", "112026", nil), ("dMMyyyy", "111122026", nil),
      ("yyyyMdd", "2026101", "2026-01-01"), ("dMMyy", "10126", "2026-01-01"),
      ("GyMMdd", "R80304", "2026-03-04"), ("GyMMdd", "令和元0501", "2019-05-01"),
      ("GyMMdd", "H310430", "2019-04-30"),
    ] as [(String, String, String?)])
  func numbersWithoutSeparatorsEnd(_ pattern: String, _ text: String, _ day: String?) throws {
    let format = try #require(DateFormat(pattern))
    #expect(format.parse(text.utf8.span)?.description == day)
  }

  @Test(arguments: ["dMyyyy", "yyyyMd", "MdGy年", "GyMdd"])
  func numbersWithUncertainEndsAreRefused(_ pattern: String) {
    #expect(DateFormat(pattern) == nil)
  }

  /// What a format writes, it reads as the same moment.
  @Test(arguments: ["Z", "X", "XX", "XXX", "x", "xx", "xxx"])
  func writtenMomentsReadBack(_ zone: String) throws {
    let format = try #require(DateTimeFormat("dd.MM.yyyy HH:mm:ss \(zone)"))
    let moment = Instant(seconds: 1_795_725_000)
    let text = format.text(of: moment)
    #expect(format.parse(text.utf8.span) == moment, "\(text)")
  }

  @Test(arguments: [
    "yyyy-MM-dd HH:mm ZZ", "yyyy-MM-dd HH:mm XXXX", "yyyy-MM-dd HH:mm z", "yyyy-MM-dd Z HH:mm",
    "yyyy-MM-ddZ", "HH:mm Z",
  ])
  func otherLettersAreRefused(_ pattern: String) { #expect(DateTimeFormat(pattern) == nil) }

  @Test(
    arguments: [
      ("Gy年M月d日", "令和8年3月4日", "2026-03-04"), ("Gy年M月d日", "令和元年5月1日", "2019-05-01"),
      ("Gy年M月d日", "令和1年12月31日", "2019-12-31"), ("Gy年M月d日", "平成31年4月30日", "2019-04-30"),
      ("Gy年M月d日", "平成31年5月1日", nil), ("Gy年M月d日", "令和元年4月30日", nil),
      ("Gy年M月d日", "昭和64年1月7日", "1989-01-07"), ("Gy年M月d日", "昭和64年1月8日", nil),
      ("Gy年M月d日", "平成元年1月8日", "1989-01-08"), ("Gy年M月d日", "昭和元年12月25日", "1926-12-25"),
      ("Gy年M月d日", "大正15年12月24日", "1926-12-24"), ("Gy年M月d日", "大正元年7月30日", "1912-07-30"),
      ("Gy年M月d日", "明治45年7月29日", "1912-07-29"), ("Gy年M月d日", "明治6年1月1日", "1873-01-01"),
      ("Gy年M月d日", "明治5年12月31日", nil), ("Gy年M月d日", "令和8年2月30日", nil),
      ("Gy年M月d日", "令和0年3月4日", nil), ("Gy年M月d日", "2026年3月4日", nil),
      ("Gy年M月d日", "㋿8年3月4日", "2026-03-04"), ("Gy年M月d日", "慶応2年3月4日", nil),
      ("Gy.MM.dd", "R8.03.04", "2026-03-04"), ("Gy.MM.dd", "S63.12.31", "1988-12-31"),
      ("Gy.MM.dd", "r8.03.04", nil), ("G y/M/d", "H 30/1/2", "2018-01-02"),
      ("d/M/BBBB", "4/3/2569", "2026-03-04"), ("dd-MM-BBBB", "29-02-2567", "2024-02-29"),
      ("dd-MM-BBBB", "29-02-2566", nil), ("dd/MM/พ.ศ. BBBB", "04/03/พ.ศ. 2569", "2026-03-04"),
      ("dd-MM-BBBB", "01-01-0543", nil), ("yyyy年M月d日", "2026年3月4日", "2026-03-04"),
    ] as [(String, String, String?)])
  func yearsOfErasAreRead(_ pattern: String, _ text: String, _ day: String?) throws {
    let format = try #require(DateFormat(pattern))
    #expect(format.parse(text.utf8.span)?.description == day)
  }

  @Test(arguments: ["Gyyyy/M/d", "y/M/d", "GGy/M/d", "G/M/d", "GyG/M/d", "BB/M/d", "yyyy/BBBB/M/d"])
  func otherErasAreRefused(_ pattern: String) { #expect(DateFormat(pattern) == nil) }

  /// Every day from 1873 on is written in its era and read back; earlier days are in ISO 8601.
  @Test func everyDayReadsBack() throws {
    for pattern in ["Gy年M月d日", "d/M/BBBB", "yyyy年M月d日"] {
      let format = try #require(DateFormat(pattern))
      for day in stride(from: Int32(-35_428), to: 40_000, by: 13) {
        let date = CalendarDate(daysSinceEpoch: day)
        #expect(format.parse(format.text(of: date).utf8.span) == date, "\(date)")
      }
    }
    let format = try #require(DateFormat("Gy年M月d日"))
    #expect(format.text(of: CalendarDate(daysSinceEpoch: -35_429)) == "1872-12-31")
    #expect(format.text(of: CalendarDate(daysSinceEpoch: 20_516)) == "令和8年3月4日")
    let time = try #require(TimeFormat("H時mm分"))
    #expect(time.text(of: TimeOfDay(nanoseconds: 34_200_000_000_000)) == "9時30分")
  }
}
