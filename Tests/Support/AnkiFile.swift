internal import Foundation

/// Makes a collection of Anki, or a package of one, of what `ankifile.py` takes.
package func makeAnkiFile(_ made: [String: Any], at path: String) throws {
  let json = String(decoding: try JSONSerialization.data(withJSONObject: made), as: UTF8.self)
  let maker = SourceTree.root.appendingPathComponent("Tests/Support/ankifile.py").path
  let run = try Child.run("python3", ["-B", maker, path, json])
  guard run.status == 0 else { throw Failure.unexpected(run.errors) }
}
