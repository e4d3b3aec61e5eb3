import Support

/// Runs `haru` and kills it before the nth call of a kind, if it makes that many.
func runKilled(
  before call: String, _ number: Int, _ arguments: [String], _ environment: [String: String]
) throws -> Child.Outcome {
  try Child.run(
    "strace",
    [
      "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
      "inject=\(call):signal=KILL:when=\(number)", Built.product("haru"),
    ] + arguments, environment: environment)
}
