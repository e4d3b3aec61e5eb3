import Support
import Testing

@Suite struct TongueTests {
  /// Says in one place why the other tests of this target are passed over.
  @Test func languagesHaveBeenMade() {
    #expect(Tongue.isPossible, Comment(rawValue: Tongue.advice))
  }
}
