#if PCRE2
import CPCRE2

/// The memory for matching. Each judging thread has its own.
@safe
package final class PatternScratch {
  /// Safe because they are allocated and freed only here, and used by one thread.
  let data: OpaquePointer?
  let context: OpaquePointer?
  private let stack: OpaquePointer?
  private let budget: UnsafeMutablePointer<MatchBudget>

  package init() {
    unsafe data = pcre2_match_data_create_8(1, nil)
    unsafe context = pcre2_match_context_create_8(nil)
    unsafe stack = pcre2_jit_stack_create_8(32 * 1024, 2 * 1024 * 1024, nil)
    unsafe budget = .allocate(capacity: 1)
    unsafe budget.initialize(to: MatchBudget())
    unsafe pcre2_set_match_limit_8(context, 500_000)
    unsafe pcre2_set_depth_limit_8(context, 100_000)
    unsafe pcre2_set_heap_limit_8(context, 20_000)
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
    // Safe because the callout receives the pointer given here, which is valid as long as the
    // context.
    unsafe pcre2_set_callout_8(
      context,
      { block, budget in
        unsafe budget!.assumingMemoryBound(to: MatchBudget.self).pointee
          .spend(at: Int(block!.pointee.current_position))
      }, budget)
  }

  func refill(for length: Int, refersBack: Bool) {
    unsafe budget.pointee = MatchBudget(for: length, refersBack: refersBack)
  }

  deinit {
    unsafe budget.deallocate()
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
  }

  var startOfMatch: Int { unsafe Int(pcre2_get_ovector_pointer_8(data)[0]) }
  var endOfMatch: Int { unsafe Int(pcre2_get_ovector_pointer_8(data)[1]) }
}
#else
/// The memory for matching. A build without PCRE2 needs none.
package final class PatternScratch {
  package init() {}
}
#endif
