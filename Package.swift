// swift-tools-version: 6.2
import PackageDescription

// Where the headers are, on Debian and others; each module map names its libraries. GLib's pkg-config
// files ask for -pthread, which the C library does not need and of which SwiftPM warns at each build.
let headers =
  ["glib-2.0", "gio-unix-2.0", "gdk-pixbuf-2.0", "cairo", "harfbuzz", "pango-1.0"].map {
    "/usr/include/" + $0
  }
  + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map {
    "/usr/" + $0 + "/glib-2.0/include"
  }

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(headers.flatMap { ["-Xcc", "-I" + $0] }),
]

// What is linked into a program: without the library of regular expressions, 1.4 MB, which a mere
// `contains("text")` brings; HaruCore searches for a text.
let linked: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: linked)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: linked)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["Support"], exclude: data, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "haru",
  products: [
    .executable(name: "haru", targets: ["haru"]),
    .executable(name: "haru-agent", targets: ["haru-agent"]),
    .executable(name: "haru-draw", targets: ["haru-draw"]),
    .executable(name: "haru-fetch", targets: ["haru-fetch"]),
    .executable(name: "haru-console", targets: ["haru-console"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // The C headers we call.
    .systemLibrary(name: "CGLib"),
    .systemLibrary(name: "CDesktop"),
    .systemLibrary(name: "CNotify"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CIntl"),
    .systemLibrary(name: "CPango"),
    .systemLibrary(name: "CPixbuf"),
    .systemLibrary(name: "CCurl"),

    // The rooms, lowest first; arrows point down only (`Scripts/check-rules`).
    library("HaruCore", []),
    library("HaruFiles", []),
    library("HaruLog", ["HaruCore", "CGLib"]),
    library("HaruText", ["HaruCore", "HaruLog", "CIntl"]),
    library("HaruStore", ["HaruCore", "HaruFiles", "HaruLog", "CSQLite"]),
    library("HaruSync", ["HaruCore", "HaruLog", "HaruStore"]),
    library("HaruSystem", ["HaruFiles", "CGLib"]),
    library("HaruDesktop", ["HaruFiles", "HaruSystem", "CDesktop"]),
    library("HaruExchange", ["HaruCore", "HaruFiles", "HaruStore", "HaruDesktop"]),
    library("HaruCards", ["HaruCore", "HaruText", "CPango", "CPixbuf"]),
    library("HaruGitHub", ["HaruCore", "CCurl", "CSQLite"]),
    library("HaruSession", ["HaruCore", "HaruStore", "HaruSystem", "HaruDesktop"]),
    library("HaruNotify", ["HaruFiles", "HaruSystem", "HaruDesktop", "CNotify"]),
    library(
      "HaruAgent",
      [
        "HaruCore", "HaruFiles", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop",
        "HaruSession", "HaruNotify", logging,
      ]),

    executable(
      "haru",
      [
        "HaruCore", "HaruFiles", "HaruText", "HaruStore", "HaruSystem", "HaruDesktop",
        "HaruLog", "HaruSession", "HaruExchange", "HaruSync", argumentParser,
      ]),
    executable("haru-agent", ["HaruAgent", "HaruSystem", "HaruText", logging]),
    executable("haru-draw", ["HaruCards", "HaruCore", "HaruText", "HaruSystem"]),
    executable("haru-fetch", ["HaruGitHub", "HaruCore", "HaruText", "HaruStore", "HaruSystem"]),
    executable(
      "haru-console", ["HaruCore", "HaruStore", "HaruSystem", "HaruDesktop", argumentParser]),

    .target(
      name: "Support",
      dependencies: ["CSQLite", "HaruCore", "HaruStore", "HaruText"],
      path: "Tests/Support",
      exclude: ["clock.c", "oddfs.c", "fonts.conf", "github-double.py", "trackers.py"],
      swiftSettings: strict),
    // Reads wrong inputs a million times, for `make torture`.
    .executableTarget(
      name: "haru-fuzz",
      dependencies: [
        "HaruCore", "HaruDesktop", "HaruSystem", "HaruExchange", "HaruGitHub", "HaruSession",
        "Support",
      ],
      path: "Tests/Fuzz", swiftSettings: strict),
    // Tries every history of three machines up to a depth, for `make torture`.
    .executableTarget(
      name: "haru-merge", dependencies: ["HaruCore", "HaruLog"], path: "Tests/Merge",
      swiftSettings: strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"])]),
    // Plays logind, screen savers and other parts of a desktop.
    .executableTarget(
      name: "desktop-double", dependencies: ["HaruDesktop", "HaruSystem"],
      path: "Tests/DesktopDouble",
      swiftSettings: strict),
    tests("HaruCoreTests", ["HaruCore"]),
    tests("HaruLogTests", ["HaruCore", "HaruLog"]),
    tests(
      "HaruTextTests", ["HaruCore", "HaruLog", "HaruText"], data: ["Golden", "untranslated.txt"]),
    tests("HaruCardsTests", ["HaruCore", "HaruCards", "CPango"], data: ["Avatars"]),
    tests("HaruStoreTests", ["HaruCore", "HaruLog", "HaruStore"], data: ["Fixtures"]),
    tests(
      "HaruDesktopTests",
      ["CDesktop", "HaruCore", "HaruDesktop", "HaruSystem", "HaruNotify", "haru-console"]),
    tests(
      "HaruExchangeTests", ["HaruCore", "HaruStore", "HaruDesktop", "HaruSystem", "HaruExchange"]),
    tests("HaruSyncTests", ["HaruCore", "HaruLog", "HaruStore", "HaruSync"]),
    tests("HaruGitHubTests", ["HaruCore", "HaruGitHub"]),
    tests(
      "HaruAgentTests",
      ["HaruCore", "HaruLog", "HaruStore", "HaruNotify", "HaruAgent", logging]),
    tests(
      "EndToEndTests",
      [
        "HaruCore", "HaruStore", "HaruDesktop", "HaruSystem", "haru", "haru-agent", "haru-draw",
        "haru-fetch",
        "haru-console", "desktop-double",
      ],
      data: ["Golden", "Fixtures"]),
  ]
)
