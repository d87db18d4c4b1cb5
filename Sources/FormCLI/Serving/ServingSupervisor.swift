#if Server
import ArgumentParser
import FormBytes
import FormRecorder
import Foundation
import Synchronization

/// Runs the server in a child process, and starts it again after a signal such as SIGILL ended it.
///
/// Swift ends the whole process at a fault of the program, such as an index out of range, and
/// nothing within the process can prevent it (docs/decisions/serving-process.md).
struct ServingSupervisor {
  let console: Console
  /// The time in seconds for which a child may continue after it was told to stop.
  let patience: UInt32

  /// Runs children until one ends by itself, or until a signal stops the server.
  ///
  /// - Returns: The exit code of the last child; if a signal killed it after the server was told to
  ///   stop, `success` for one that was forwarded, otherwise `failed`.
  /// - Throws: `RecorderError` if no child can be started, or if one was killed before any listened
  ///   or too often.
  func run() throws -> ExitCode {
    ChildSignals.install()
    var policy = RestartPolicy()
    var port: String?
    while true {
      policy.begin(at: .now)
      let child = try ServingChild(port: port)
      ChildSignals.forward(to: child.id, for: patience)
      ServingChild.waitForEnd(of: child.id)
      // A signal that is sent after the child is reaped could reach another process with its id.
      ChildSignals.forward(to: 0, for: 0)
      let end = ServingChild.reap(child.id)
      port = child.takePort() ?? port
      switch end {
      case .exited(let code): return ExitCode(code)
      case .killed(let signal):
        let action = policy.action(
          at: .now, hasListened: port != nil, isStopping: ChildSignals.stops)
        if let code = try exitCode(of: child.id, killedBy: signal, action) { return code }
      }
    }
  }

  /// Returns the exit code after a signal killed a child, or nil after the pause if another child
  /// is to be started.
  ///
  /// - Throws: `RecorderError` if the server is given up.
  func exitCode(
    of child: pid_t, killedBy signal: Int32, _ action: RestartPolicy.Action
  ) throws(RecorderError) -> ExitCode? {
    let death = "the server process \(child) was killed by \(Self.name(of: signal))"
    switch action {
    case .stop:
      // A child that is starting does not handle the signals yet.
      if ChildSignals.forwarded.contains(signal) { return .success }
      console.note(death)
      return .failed
    case .giveUp(let circumstance): throw RecorderError(.refused, death + circumstance)
    case .restart(let pause):
      console.note(death + "; requests that were being answered are lost, and it is started again")
      usleep(pause)
      return nil
    }
  }

  private static func name(of signal: Int32) -> String {
    let name =
      switch signal {
      case SIGILL: "SIGILL"
      case SIGTRAP: "SIGTRAP"
      case SIGSEGV: "SIGSEGV"
      case SIGBUS: "SIGBUS"
      case SIGABRT: "SIGABRT"
      case SIGFPE: "SIGFPE"
      case SIGKILL: "SIGKILL"
      default: "signal \(signal)"
      }
    let isFault = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE].contains(signal)
    return isFault ? "\(name) (a fault of the program)" : name
  }
}

/// A child process that runs the same command line.
struct ServingChild {
  let id: pid_t
  /// The end of a socket that the child watches, and to which it writes its port.
  private let socket: Int32

  enum End: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The environment variables that contain the child's end of the socket, and the port to use.
  private static let (socketVariable, portVariable) = (
    "FORMREC_SERVING_SOCKET", "FORMREC_SERVING_PORT"
  )

  /// - Parameter port: The port of an earlier child, or nil for that of the command line.
  init(port: String?) throws(RecorderError) {
    var ends: [Int32] = [0, 0]
    // Safe because the array has two elements. The same holds for the other pointers, which are
    // used only during the calls.
    guard unsafe socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else {
      throw Self.startError(errno)
    }
    defer { close(ends[1]) }
    socket = ends[0]
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    var variables = ["\(Self.socketVariable)=\(ends[1])"]
    if let port { variables.append("\(Self.portVariable)=\(port)") }
    let own = unsafe variables.map { unsafe strdup($0) }
    defer { unsafe own.forEach { unsafe free($0) } }
    let environment = unsafe own + Self.inheritedVariables + [nil]
    var id: pid_t = 0
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    // Returns the number of the error, and does not set `errno`.
    let number = unsafe posix_spawn(&id, path, nil, nil, CommandLine.unsafeArgv, environment)
    guard number == 0 else {
      close(socket)
      throw Self.startError(number)
    }
    self.id = id
  }

  /// The environment of this process without the variables of a child, as C strings.
  ///
  /// Safe because nothing in this program changes its environment, which ends in a null pointer.
  private static var inheritedVariables: [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      let isOwn = [socketVariable, portVariable].contains { name in
        unsafe strncmp(variable, "\(name)=", name.utf8.count + 1) == 0
      }
      if !isOwn { unsafe variables.append(variable) }
      unsafe next += 1
    }
    return unsafe variables
  }

  /// Waits for the end of a child, which keeps its id until `reap` is called.
  static func waitForEnd(of id: pid_t) {
    let information = UnsafeMutablePointer<siginfo_t>.allocate(capacity: 1)
    defer { unsafe information.deallocate() }
    // Safe because the call only writes the information, which is not read.
    while unsafe waitid(P_PID, id_t(id), information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  /// Releases the id of a child that has ended, and returns how it ended.
  static func reap(_ id: pid_t) -> End {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  /// Returns the port on which the child listened, once it has ended; nil if it did not listen.
  /// Called once.
  func takePort() -> String? {
    defer { close(socket) }
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = unsafe read(socket, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }

  private static func startError(_ number: Int32) -> RecorderError {
    RecorderError(.refused, "the server process cannot be started: \(String(errno: number))")
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  /// The socket of this process, if it is a child.
  static let ownSocket = ProcessInfo.processInfo.environment[socketVariable].flatMap { Int32($0) }
  /// The port that this process uses instead of that of the command line, if it is a child that
  /// replaces another one.
  static let ownPort = ProcessInfo.processInfo.environment[portVariable].flatMap { Int($0) }

  /// Ends this process when the parent ends, so that no server remains after a parent was killed.
  static func followParent(_ socket: Int32) {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while unsafe read(socket, &byte, 1) < 0, errno == EINTR {}
      _exit(1)
    }
  }

  /// Tells the parent the port on which this process listens.
  static func report(port: Int) {
    guard let ownSocket else { return }
    let text = Array(String(port).utf8)
    _ = unsafe write(ownSocket, text, text.count)
  }
}

/// Forwards signals to the child.
private enum ChildSignals {
  private static let child = Atomic<pid_t>(0)
  private static let patience = Atomic<UInt32>(0)
  private static let stop = Atomic(false)

  /// The signals that tell a child to stop.
  static let forwarded = [SIGINT, SIGTERM]

  /// Whether a signal told the server to stop.
  static var stops: Bool { stop.load(ordering: .relaxed) }

  static func install() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { ChildSignals.note($0) } }
    signal(SIGALRM) { _ in ChildSignals.send(SIGKILL) }
  }

  /// Forwards the following signals to a process, or to none.
  ///
  /// - Parameter patience: The time in seconds after which a process that was told to stop is
  ///   killed.
  static func forward(to process: pid_t, for patience: UInt32) {
    self.patience.store(patience, ordering: .relaxed)
    child.store(process, ordering: .sequentiallyConsistent)
    // A signal may have arrived while there was no child.
    if stops, process != 0 { note(SIGTERM) }
  }

  private static func note(_ number: Int32) {
    stop.store(true, ordering: .sequentiallyConsistent)
    send(number == SIGHUP ? SIGTERM : number)
    let seconds = patience.load(ordering: .relaxed)
    if seconds > 0 { _ = alarm(seconds) }
  }

  private static func send(_ number: Int32) {
    let process = child.load(ordering: .sequentiallyConsistent)
    if process > 0 { kill(process, number) }
  }
}
#endif
