import HaruSystem

/// Whether a helper program, such as `haru-draw`, can be used.
enum HelperState {
  case works
  case isMissing
  /// It is installed, but a library that it needs is missing.
  case lacksLibrary

  init(of program: String) {
    guard ProgramFile.canRun(program) else {
      self = .isMissing
      return
    }
    // Without a task it ends at once; the loader of libraries ends it with 127.
    self = (try? Subprocess.run([program]))?.status == 127 ? .lacksLibrary : .works
  }
}
