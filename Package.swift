// swift-tools-version: 6.2
import PackageDescription

/// The same strict settings for every Swift target; the compiler lists our unsafe code.
let swiftSettings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

let package = Package(
  name: "formrec",
  products: [
    .library(name: "FormRules", targets: ["FormRules"]),
    .library(name: "FormDefinitions", targets: ["FormDefinitions"]),
    .library(name: "FormRecorder", targets: ["FormRecorder"]),
    .executable(name: "formrec", targets: ["formrec"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLzma", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"])]),
    .systemLibrary(name: "CBzip2", providers: [.apt(["libbz2-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CXlsxWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .target(
      name: "FormRules", dependencies: ["CPCRE2"], swiftSettings: swiftSettings),
    .target(
      name: "FormCSV", dependencies: ["CZlib", "CZstd", "CLzma", "CBzip2", "CExpat"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormDefinitions", dependencies: ["FormRules", "Yams"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormStore",
      dependencies: [
        "FormRules", "CCrypto",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Migrations")],
      swiftSettings: swiftSettings),
    .target(
      name: "FormRecorder",
      dependencies: ["FormRules", "FormCSV", "FormDefinitions", "FormStore", "CXlsxWriter"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormCLI",
      dependencies: [
        "FormRecorder", "FormDefinitions", "FormRules",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(name: "formrec", dependencies: ["FormCLI"], swiftSettings: swiftSettings),

    .target(
      name: "FormTestSupport", path: "Tests/FormTestSupport", swiftSettings: swiftSettings),
    .testTarget(
      name: "FormRulesTests", dependencies: ["FormRules", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormCSVTests", dependencies: ["FormCSV", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FormCSV", "FormDefinitions", "FormRules", "FormTestSupport"],
      path: "Tests/fuzz", exclude: ["Main", "run"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FormDefinitionsTests", dependencies: ["FormDefinitions", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormStoreTests",
      dependencies: [
        "FormStore", "FormTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormRecorderTests",
      dependencies: [
        "FormRecorder", "FormCSV", "FormStore", "FormTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormCLITests",
      dependencies: [
        "FormCLI", "FormRules", "FormTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// What the parts cost, one by one: see Benchmarks/README.md. Only on request, so that nobody builds
// it who does not want it.
if Context.environment["FORMREC_BENCHMARKS"] != nil {
  package.targets += [
    .target(name: "CAllocations", path: "Benchmarks/Sources/CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["FormRules", "FormCSV", "FormStore", "CAllocations"],
      path: "Benchmarks/Sources/Benchmarks", swiftSettings: swiftSettings),
  ]
}
