internal import Foundation

/// Random numbers that can be repeated (SplitMix64).
///
/// `HARU_TEST_SEED`, a number, gives all tests other random numbers, and repeats a run whose numbers
/// were left to chance.
public struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  private static let given = ProcessInfo.processInfo.environment["HARU_TEST_SEED"].flatMap {
    UInt64($0)
  }

  /// Begins with a seed, which is moved by `HARU_TEST_SEED`.
  public init(_ seed: UInt64) {
    state = seed &+ (Seeded.given ?? 0)
  }

  /// Begins with `HARU_TEST_SEED`, or else with a seed left to chance, and prints it.
  public init() {
    let seed = Seeded.given ?? UInt64.random(in: 1..<1_000_000)
    print("random numbers: HARU_TEST_SEED=\(seed)")
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
