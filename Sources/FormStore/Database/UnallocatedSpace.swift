import Foundation
import GRDB

/// The bytes of a database file's pages that belong to no row.
///
/// `secure_delete` overwrites a row in its original location. When SQLite balances a tree, it may
/// rebuild a page and leave copies of moved rows between its cell pointers and its cells (measured
/// in trees that are filled in random order):
///
///     header | cell pointers | unallocated: copies of moved rows | cells
///
/// This code overwrites the copies in place, which needs no disk space. No reader uses them, so a
/// killed process or a power failure does no harm.
///
/// For the page format, see sqlite.org/fileformat2.html, sections 1.6 and 4.1.
enum UnallocatedSpace {
  /// Overwrites the unallocated bytes of pages with zeros.
  ///
  /// The WAL must be empty and a write transaction open, so that no other connection writes pages.
  ///
  /// - Parameter pages: The page numbers, from 1, or nil for all pages. The first page contains
  ///   only the schema and is skipped.
  /// - Returns: The number of pages that had bytes to overwrite.
  @discardableResult static func overwrite(_ db: Database, pages: [UInt32]?) throws -> Int {
    let count = try UInt32.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let size = try db.number(sql: "PRAGMA page_size")
    guard count < firstAmbiguousPage else { return 0 }
    let file = try DatabaseFile(db)
    var page = [UInt8](repeating: 0, count: size)
    var changed = 0
    func overwrite(_ number: UInt32) throws {
      let offset = Int64(number - 1) * Int64(size)
      try file.read(&page, at: offset)
      guard let ranges = ranges(in: page) else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
      let used = ranges.filter { range in page[range].contains { $0 != 0 } }
      for range in used {
        try file.write(
          [UInt8](repeating: 0, count: range.count), at: offset + Int64(range.lowerBound))
      }
      if !used.isEmpty { changed += 1 }
    }
    if let pages {
      for number in pages where number > 1 && number <= count { try overwrite(number) }
    } else if count > 1 {
      for number in 2...count { try overwrite(number) }
    }
    if changed > 0 { try file.synchronize() }
    return changed
  }

  /// The first page number whose leading byte may equal the type byte of a tree page, which
  /// corresponds to a database of 512 GiB.
  ///
  /// Overflow and free pages begin with the number of another page.
  private static let firstAmbiguousPage: UInt32 = 0x0200_0000

  /// Returns the unallocated bytes of a page other than the first one: the bytes between cell
  /// pointers and cells, and the content of freeblocks.
  ///
  /// Returns an empty array if the page belongs to no tree, and nil if it is damaged.
  static func ranges(in page: [UInt8]) -> [Range<Int>]? {
    func number(at offset: Int) -> Int { Int(page[offset]) << 8 | Int(page[offset + 1]) }
    let headerSize: Int
    switch page.first {
    case 2, 5: headerSize = 12
    case 10, 13: headerSize = 8
    default: return []
    }
    let pointersEnd = headerSize + 2 * number(at: 3)
    let contentStart = number(at: 5) == 0 ? 65_536 : number(at: 5)
    guard pointersEnd <= contentStart, contentStart <= page.count else { return nil }
    var ranges = [pointersEnd..<contentStart]
    var block = number(at: 1)
    while block != 0 {
      guard block >= contentStart, block + 4 <= page.count else { return nil }
      let (next, size) = (number(at: block), number(at: block + 2))
      guard size >= 4, block + size <= page.count, next == 0 || next >= block + size else {
        return nil
      }
      ranges.append(block + 4..<block + size)
      block = next
    }
    return ranges
  }

  /// Returns the distinct page numbers in a WAL, in ascending order.
  ///
  /// Returns none if there is no WAL.
  ///
  /// The file can be opened while SQLite uses it, because SQLite has no locks on it.
  static func pages(inWAL path: String) throws(SystemError) -> [UInt32] {
    // Safe because Swift passes a C string that is valid during the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw SystemError(errno)
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 32)
    guard try read(descriptor, &header, at: 0) else { return [] }
    let (size, salt) = (Int(number(header, at: 8)), Array(header[16..<24]))
    var pages: Set<UInt32> = []
    var frame = [UInt8](repeating: 0, count: 24)
    var offset = 32
    // The remains of an earlier, longer WAL have a different salt.
    while try read(descriptor, &frame, at: offset), Array(frame[8..<16]) == salt {
      pages.insert(number(frame, at: 0))
      offset += frame.count + size
    }
    return pages.sorted()
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns false at the end of the file.
  private static func read(
    _ descriptor: Int32, _ bytes: inout [UInt8], at offset: Int
  ) throws(SystemError) -> Bool {
    // Safe because the array has `bytes.count` bytes.
    let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(offset))
    guard count >= 0 else { throw SystemError(errno) }
    return count == bytes.count
  }
}
