import Glibc

/// The target that FUZZ_TARGET names.
private let target: FuzzTarget = {
  // Safe because nothing here changes the environment.
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET is no target") }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // Safe because libFuzzer says how many bytes there are.
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  if let failure = target.failure(on: input) { fatalError(failure) }
  return 0
}
