import Glibc

/// The fuzz target with the name in the environment variable FUZZ_TARGET.
private let target: FuzzTarget = {
  // Safe because the program does not change the environment.
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET is no target") }
  return target
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // Safe because libFuzzer passes the number of bytes.
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  if let failure = target.failure(on: input) { fatalError(failure) }
  return 0
}
