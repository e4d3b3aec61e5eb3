// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What is linked into a program: without the library of regular expressions, 1.2 MB, which a mere
// `contains("text")` brings; HaruCore searches for a text.
let linked: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: linked)
}

// A program lies at a fixed address, so that the loader has no addresses to write: a ninth of a start, and memory of
// the agent's own (Benchmarks/README.md#what-makes-programs-start-fast).
let fixedAddress: [LinkerSetting] = [
  .unsafeFlags(["-Xclang-linker", "-no-pie"], .when(configuration: .release))
]

func executable(
  _ name: String, _ dependencies: [Target.Dependency], at address: [LinkerSetting] = fixedAddress
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: linked, linkerSettings: address)
}

// One that reads what strangers have written lies at a random address, which they cannot know.
let randomAddress: [LinkerSetting] = []

func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["Support", "OwnProcess"], exclude: data,
    swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

// The sources of packages bring it along; anywhere else it is fetched.
let argumentParserSource: Package.Dependency =
  if let folder = Context.environment["HARU_ARGUMENT_PARSER"] {
    .package(path: folder)
  } else {
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  }

let package = Package(
  name: "haru",
  products: [
    .executable(name: "haru", targets: ["haru"]),
    .executable(name: "haru-agent", targets: ["haru-agent"]),
    .executable(name: "haru-draw", targets: ["haru-draw"]),
    .executable(name: "haru-edit", targets: ["haru-edit"]),
    .executable(name: "haru-repo", targets: ["haru-repo"]),
    .executable(name: "haru-console", targets: ["haru-console"]),
  ],
  dependencies: [argumentParserSource],
  targets: [
    // The C headers we call.
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0"),
    .systemLibrary(name: "CDesktop", pkgConfig: "gio-unix-2.0"),
    .systemLibrary(name: "CNotify", pkgConfig: "libnotify"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CIntl"),
    .systemLibrary(name: "CXattr"),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CCurses", pkgConfig: "ncursesw"),

    // Linked into every program, so that it asks for no newer C library.
    .target(name: "COlderGlibc"),

    // The rooms, lowest first; an arrow is an import, and the build refuses others.
    library("HaruCore", ["COlderGlibc"]),
    library("HaruLog", ["HaruCore", "CGLib"]),
    library("HaruText", ["HaruCore", "HaruLog", "CIntl"]),
    library("HaruSystem", ["CGLib", "CXattr"]),
    library("HaruStore", ["HaruCore", "HaruLog", "HaruSystem", "CSQLite"]),
    library("HaruDesktop", ["HaruCore", "HaruSystem", "CDesktop"]),
    library("HaruTerminal", ["HaruCore", "HaruText", "HaruSystem", "HaruDesktop"]),
    library(
      "HaruCommand",
      ["HaruCore", "HaruText", "HaruSystem", "HaruDesktop", "HaruTerminal", argumentParser]),
    library("HaruSync", ["HaruCore", "HaruLog", "HaruStore", "HaruSystem", "HaruText"]),
    library(
      "HaruImportExport", ["HaruCore", "HaruStore", "HaruSystem", "HaruDesktop", "CDesktop"]),
    library("HaruGitHub", ["HaruCore", "HaruText", "HaruStore", "HaruSystem", "CCurl"]),
    library("HaruNotify", ["HaruCore", "HaruSystem", "HaruDesktop", "CNotify"]),

    executable(
      "haru",
      [
        "HaruCore", "HaruLog", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop",
        "HaruTerminal", "HaruCommand", "HaruImportExport", "HaruSync", argumentParser,
      ]),
    executable(
      "haru-agent",
      [
        "HaruCore", "HaruLog", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop", "HaruNotify",
      ]),
    executable(
      "haru-draw", ["HaruCore", "HaruText", "HaruSystem", "CPango", "CPixbuf"],
      at: randomAddress),
    executable(
      "haru-edit",
      [
        "HaruCore", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop", "HaruTerminal", "CCurses",
      ]),
    executable(
      "haru-repo",
      [
        "HaruCore", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop", "HaruTerminal",
        "HaruCommand", "HaruGitHub", argumentParser,
      ],
      at: randomAddress),

    // A notification server in a terminal, for `make run` without a desktop and for tests.
    .executableTarget(
      name: "haru-console",
      dependencies: ["HaruCore", "HaruStore", "HaruSystem", "HaruDesktop", argumentParser],
      path: "Tests/Console", swiftSettings: linked, linkerSettings: fixedAddress),
    .target(
      name: "Support",
      dependencies: ["CDesktop", "CSQLite", "HaruCore", "HaruStore", "HaruText"],
      path: "Tests/Support",
      exclude: [
        "ankifile.py", "clock.c", "oddfs.c", "fonts.conf", "schemas.py", "trackers.py",
      ],
      swiftSettings: strict),
    // Reads wrong inputs a million times, for `make torture`.
    .executableTarget(
      name: "haru-fuzz",
      dependencies: [
        "HaruCore", "HaruText", "HaruDesktop", "HaruSystem", "HaruImportExport", "Support",
      ],
      path: "Tests/Fuzz", swiftSettings: strict),
    // Plays logind, screen savers and other parts of a desktop.
    .executableTarget(
      name: "desktop-double", dependencies: ["HaruDesktop", "HaruSystem"],
      path: "Tests/DesktopDouble",
      swiftSettings: strict),
    // Runs parts of the others' tests in processes of their own.
    .testTarget(name: "OwnProcess", dependencies: ["Support"], swiftSettings: strict),
    tests("HaruCoreTests", ["HaruCore"]),
    tests("HaruLogTests", ["HaruCore", "HaruLog"]),
    tests(
      "HaruTextTests", ["HaruCore", "HaruLog", "HaruText"],
      data: ["Golden", "untranslated.txt"]),
    tests("HaruCardsTests", ["HaruCore", "haru-draw", "CPango"], data: ["Avatars"]),
    tests("HaruStoreTests", ["HaruCore", "HaruLog", "HaruStore"], data: ["Fixtures"]),
    tests(
      "HaruDesktopTests",
      ["CDesktop", "HaruCore", "HaruDesktop", "HaruSystem", "HaruNotify", "haru-console"]),
    tests(
      "HaruImportExportTests",
      ["HaruCore", "HaruStore", "HaruDesktop", "HaruSystem", "HaruImportExport"]),
    tests("HaruTerminalTests", ["HaruCore", "HaruText", "HaruTerminal"], data: ["Golden"]),
    tests("HaruSyncTests", ["HaruCore", "HaruLog", "HaruStore", "HaruSync"]),
    tests(
      "HaruGitHubTests",
      ["HaruCore", "HaruText", "HaruStore", "HaruGitHub", "haru", "haru-agent", "haru-repo"],
      data: ["EndToEnd/Golden", "Texts/Golden", "Fuzz", "github-double.py"]),
    .executableTarget(
      name: "haru-repo-fuzz", dependencies: ["HaruCore", "HaruGitHub", "Support"],
      path: "Tests/HaruGitHubTests/Fuzz", swiftSettings: strict),
    tests(
      "HaruAgentTests",
      ["HaruCore", "HaruLog", "HaruStore", "HaruNotify", "haru-agent"]),
    tests(
      "EndToEndTests",
      [
        "HaruCore", "HaruStore", "HaruDesktop", "HaruSystem", "haru", "haru-agent", "haru-draw",
        "haru-edit", "haru-console", "desktop-double",
      ],
      data: ["Golden", "Fixtures"]),
  ]
)

// Keeps millions of worlds in arrays within values, which Swift 6.2 brought.
#if compiler(>=6.2)
  package.targets.append(
    // Tries every history of three machines up to a depth, for `make torture`.
    .executableTarget(
      name: "haru-merge", dependencies: ["HaruCore", "HaruLog"], path: "Tests/Merge",
      swiftSettings: strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"])]))
#endif
