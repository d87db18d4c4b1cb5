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

extension Target.Dependency {
  static let yams: Self = .product(
    name: "Yams", package: "Yams", condition: .when(traits: ["Definitions"]))
  static let grdb: Self = .product(
    name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Recorder"]))
  static let argumentParser: Self = .product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: ["CommandLine"]))
  static let hummingbird: Self = .product(
    name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"]))
  static let hummingbirdCore: Self = .product(
    name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"]))
  static func nio(_ product: String, trait: String) -> Self {
    .product(name: product, package: "swift-nio", condition: .when(traits: [trait]))
  }
}

let package = Package(
  name: "formrec",
  // docs/library.md lists what requires these versions.
  platforms: [
    .macOS(.v26), .macCatalyst(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26),
  ],
  products: [
    .library(name: "FormRules", targets: ["FormRules"]),
    .library(name: "FormModels", targets: ["FormModels"]),
    .library(name: "FormUI", targets: ["FormUI"]),
    .library(name: "FormDefinitions", targets: ["FormDefinitions"]),
    .library(name: "FormConversion", targets: ["FormConversion"]),
    .library(name: "FormRecorder", targets: ["FormRecorder"]),
    .library(name: "FormPages", targets: ["FormPages"]),
    .library(name: "FormNotifications", targets: ["FormNotifications"]),
    .library(name: "FormRemote", targets: ["FormRemote"]),
    .library(name: "FormServer", targets: ["FormServer"]),
    .executable(name: "formrec", targets: ["formrec"]),
  ],
  // With `traits: []`, FormRules, FormModels and FormUI need no other package and no C library.
  traits: [
    .trait(
      name: "PCRE2", description: "Patterns that the built-in automaton does not support (PCRE2)"),
    .trait(name: "Definitions", description: "FormDefinitions: rules in YAML and JSON (Yams)"),
    .trait(
      name: "Recorder", description: "FormRecorder: the recorder (GRDB)",
      enabledTraits: ["Definitions"]),
    .trait(
      name: "CommandLine", description: "The program formrec (swift-argument-parser)",
      enabledTraits: ["Recorder", "PCRE2"]),
    .trait(
      name: "Server", description: "FormServer: forms and submissions over HTTP (Hummingbird)",
      enabledTraits: ["CommandLine"]),
    .trait(name: "Remote", description: "FormRemote: services by HTTP (async-http-client)"),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CLzma", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"]), .brew(["xz"])]),
    .systemLibrary(
      name: "CBzip2", providers: [.apt(["libbz2-dev"]), .brew(["bzip2"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      // Loaded when it is needed, so not linked.
      name: "CCurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "CSHA256"),
    .target(name: "FormBytes", swiftSettings: swiftSettings),
    .target(
      name: "FormHashing",
      dependencies: [
        "CSHA256", "FormBytes",
        // Apple's platforms have CryptoKit.
        .target(name: "CCrypto", condition: .when(platforms: [.linux, .android, .openbsd])),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormRules",
      dependencies: [
        "FormBytes", .target(name: "CPCRE2", condition: .when(traits: ["PCRE2"])),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormModels", dependencies: ["FormBytes", "FormRules"], swiftSettings: swiftSettings),
    .target(
      name: "FormUI", dependencies: ["FormModels"], swiftSettings: swiftSettings),
    .target(
      name: "FormInput",
      dependencies: ["FormBytes", "CZlib", "CZstd", "CLzma", "CBzip2", "CExpat"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormDefinitions", dependencies: ["FormBytes", "FormModels", "FormRules", .yams],
      swiftSettings: swiftSettings),
    .target(
      name: "FormConversion",
      dependencies: ["FormBytes", "FormDefinitions", "FormModels", "FormRules"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormProfile",
      dependencies: ["FormBytes", "FormInput", "FormRules", "FormDefinitions"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormStore",
      dependencies: [
        "FormBytes", "FormHashing", "FormRules", .grdb,
        .product(
          name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Recorder"])),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormQueries",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormHashing", "FormInput", "FormModels", "FormRules",
        "FormStore", "CZlib",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormRecorder",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormHashing", "FormInput", "FormModels", "FormProfile",
        "FormQueries", "FormRules", "FormStore",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormPages",
      dependencies: [
        "FormBytes", "FormHashing", "FormInput", "FormProfile", "FormRecorder", "FormRules",
        "FormStore",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormNotifications",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormHashing", "FormPages", "FormRecorder", "FormRules",
        "FormStore",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormServer",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormHashing", "FormInput", "FormModels", "FormRecorder",
        "FormPages", "FormRules",
        // Hummingbird brings HTTPTypes, Logging and ServiceLifecycle, in versions that it accepts.
        .hummingbird,
        .hummingbirdCore,
        .nio("NIOCore", trait: "Server"), .nio("NIOHTTP1", trait: "Server"),
        .nio("NIOPosix", trait: "Server"), .nio("_NIOFileSystem", trait: "Server"),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormCLI",
      dependencies: [
        "FormBytes", "FormConversion", "FormCurl", "FormDefinitions", "FormNotifications",
        "FormProfile", "FormRecorder", "FormPages", "FormRules", "FormServer",
        .argumentParser,
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "FormCurl", dependencies: ["FormBytes", "FormRules", "FormRemote", "CCurl"],
      swiftSettings: swiftSettings),
    .target(
      name: "FormRemote",
      dependencies: [
        "FormRules",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client",
          condition: .when(traits: ["Remote"])),
        .nio("NIOCore", trait: "Remote"), .nio("NIOHTTP1", trait: "Remote"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(name: "formrec", dependencies: ["FormCLI"], swiftSettings: swiftSettings),

    .target(
      name: "FormTestSupport", path: "Tests/FormTestSupport", swiftSettings: swiftSettings),
    .target(
      name: "FormRulesTestSupport", dependencies: ["FormBytes", "FormRules", "FormTestSupport"],
      path: "Tests/FormRulesTestSupport", swiftSettings: swiftSettings),
    .target(
      name: "FormRecorderTestSupport",
      dependencies: [
        "FormInput", "FormRecorder", "FormRules", "FormStore", "FormTestSupport", .grdb,
      ],
      path: "Tests/FormRecorderTestSupport", swiftSettings: swiftSettings),
    .testTarget(
      name: "FormRulesTests",
      dependencies: [
        "FormBytes", "FormModels", "FormRules", "FormRulesTestSupport", "FormTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormHashingTests",
      dependencies: ["CSHA256", "FormBytes", "FormHashing", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormModelsTests",
      dependencies: ["FormModels", "FormRules", "FormRulesTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormUITests", dependencies: ["FormModels", "FormUI"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FormInputTests", dependencies: ["FormBytes", "FormInput", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FormBytes", "FormInput", "FormDefinitions", "FormRules", "FormTestSupport"],
      path: "Tests/fuzz", exclude: ["Main", "run"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FormDefinitionsTests",
      dependencies: ["FormDefinitions", "FormModels", "FormRules", "FormTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormConversionTests",
      dependencies: [
        "FormConversion", "FormDefinitions", "FormModels", "FormRules", "FormTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormProfileTests",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormInput", "FormProfile", "FormRules", "FormTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormStoreTests",
      dependencies: ["FormHashing", "FormRules", "FormStore", "FormTestSupport", .grdb],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormQueriesTests",
      dependencies: [
        "FormBytes", "FormInput", "FormQueries", "FormRecorder", "FormRecorderTestSupport",
        "FormRules", "FormStore", "FormTestSupport", .grdb,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormRecorderTests",
      dependencies: [
        "FormBytes", "FormDefinitions", "FormInput", "FormModels", "FormPages", "FormProfile",
        "FormQueries", "FormRecorder", "FormRecorderTestSupport", "FormRules",
        "FormRulesTestSupport", "FormStore", "FormTestSupport", .grdb,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormPagesTests",
      dependencies: [
        "FormPages", "FormRecorder", "FormRecorderTestSupport", "FormRules", "FormTestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormNotificationsTests",
      dependencies: [
        "FormHashing", "FormNotifications", "FormPages", "FormRecorder", "FormRecorderTestSupport",
        "FormRules", "FormStore", "FormTestSupport", .grdb,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormServerTests",
      dependencies: [
        "FormDefinitions", "FormPages", "FormRecorder", "FormRules", "FormServer", "FormStore",
        "FormTestSupport", .hummingbird, .hummingbirdCore,
        .nio("NIOCore", trait: "Server"), .nio("NIOEmbedded", trait: "Server"),
        .nio("NIOHTTP1", trait: "Server"),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "FormCLITests",
      dependencies: [
        "FormBytes", "FormCLI", "FormConversion", "FormCurl", "FormDefinitions", "FormHashing",
        "FormRecorder", "FormRemote", "FormRules", "FormServer", "FormStore", "FormTestSupport",
        .argumentParser, .grdb,
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RepositoryTests", dependencies: ["FormRules", "FormTestSupport"],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Benchmarks of single components; see Benchmarks/README.md. Built only if FORMREC_BENCHMARKS is
// set.
if Context.environment["FORMREC_BENCHMARKS"] != nil {
  package.targets += [
    .target(name: "CAllocations", path: "Benchmarks/Sources/CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "FormBytes", "FormRules", "FormModels", "FormInput", "FormDefinitions", "FormStore",
        "FormRecorder", "CAllocations",
      ],
      path: "Benchmarks/Sources/Benchmarks", swiftSettings: swiftSettings),
  ]
}

// FormRules, FormModels and FormUI with their tests alone, for platforms without the other packages
// and C libraries: `FORMREC_PORTABLE=1 swift test --disable-default-traits`.
if Context.environment["FORMREC_PORTABLE"] != nil {
  let names = [
    "CPCRE2", "FormBytes", "FormRules", "FormModels", "FormUI", "FormTestSupport",
    "FormRulesTestSupport", "FormRulesTests", "FormModelsTests", "FormUITests",
  ]
  package.dependencies = []
  package.products.removeAll { !names.contains($0.name) }
  package.targets.removeAll { !names.contains($0.name) }
}
