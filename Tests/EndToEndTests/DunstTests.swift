import Foundation
import HaruCore
import Support
import Testing

/// The real thing: dunst under Xvfb, clicked.
@Suite(.serialized)
struct DunstTests {
  @Test func aPointerClicksStudyAndUndo() throws {
    let screen = try Screen()
    try screen.waitForDisplayed(1)
    try screen.choose("#Study ")
    try screen.pointerClick()
    try screen.waitForMark(true)
    try screen.waitForDoubleClick()
    try screen.choose("#Undo ")
    try screen.pointerClick()
    try screen.waitForMark(false)
  }

  @Test func dunstsOwnActionCallClicksToo() throws {
    let screen = try Screen()
    for studied in [true, false, true] {
      try screen.choose(studied ? "#Study " : "#Undo ")
      try screen.dunstctl("context")
      try screen.waitForMark(studied)
      try screen.waitForDoubleClick()
    }
    // The body's action asks, and changes nothing.
    try screen.dunstctl("action", "0")
    try screen.waitForLog("Intent.ask")
    #expect(try screen.isStudied)
  }

  /// dunst draws what has waited only when it is called; to ask it would be a call.
  @Test func afterDoNotDisturbExactlyOneIsThere() throws {
    let screen = try Screen()
    try screen.waitForDisplayed(1)
    try screen.dunstctl("set-paused", "true")
    try screen.waitForDisplayed(0)
    try screen.dunstctl("set-paused", "false")
    try screen.waitForLog("doNotDisturbEnded")
    try screen.waitForLog("shown")
    try screen.waitForWindow()
    try screen.waitForDisplayed(1)
    try screen.expectNothingNew()
  }
}
