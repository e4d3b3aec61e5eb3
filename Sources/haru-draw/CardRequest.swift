import Glibc
import HaruCore
import HaruSystem
import HaruText

extension CardRequest {
  /// Reads an argument of this program.
  init(reading word: String) throws(Failure) {
    do throws(MessageError) {
      try self.init(line: word)
    } catch {
      throw Failure(64, ErrorText.unknownArgument(error.member, of: "haru-draw"))
    }
  }

  /// Draws the card, and writes the whole file or nothing.
  func run() throws(Failure) {
    let picture: [UInt8]
    do {
      picture = try card.picture(as: format)
    } catch {
      throw Failure(error)
    }
    if file == "-" {
      guard StandardStream.output.write(picture) else {
        throw Failure(
          74, CommandText.cannotWrite(CommandText.standardOutput, String(cString: strerror(errno))))
      }
      return
    }
    do {
      // What the user asked for may be shown to others, the cache not.
      let own = [UserDirectories.cache, UserDirectories.runtime].compactMap(\.self)
      let isOwn = own.contains { file.hasPrefix($0 + "/haru/") }
      try AtomicFile.write(
        picture, to: file, mode: isOwn ? AtomicFile.ownersAlone : AtomicFile.readable,
        isDurable: false)
    } catch {
      throw Failure(73, CommandText.cannotWrite(file, "\(error)"))
    }
  }
}

/// An error: one line, and an exit status of sysexits(3).
struct Failure: Error {
  let status: Int32
  let message: String

  init(_ status: Int32, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  init(_ error: DrawingError) {
    switch error {
    case .noFont:
      self.init(69, text("no font is installed; install one, such as fonts-dejavu-core"))
    case .noGlyphs(let words):
      self.init(
        69,
        text(
          "no installed font can draw this text: {text}; install one that can, such as fonts-noto-core",
          ["text": words]))
    case .failed(let reason): self.init(74, CardText.notDrawn(reason))
    }
  }
}
