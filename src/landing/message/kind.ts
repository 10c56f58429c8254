/** What kind of change a commit is, in the words of conventional commits. */
export const knownTypes = [
  "feat",
  "fix",
  "docs",
  "style",
  "refactor",
  "perf",
  "test",
  "build",
  "ci",
  "chore",
  "revert",
] as const;

type ChangeType = (typeof knownTypes)[number];

/**
 * The type of a change that nobody named. Paths come first, because they are facts: a change of documents only is
 * `docs`, whatever its title promises. Then the verb that the title begins with, which a person wrote. What neither
 * tells is `chore`: tools that make releases of types take a wrong `feat` or `fix` for a reason to publish one.
 */
export function typeOf(change: { readonly title: string; readonly paths: readonly string[] }): ChangeType {
  return typeOfPaths(change.paths) ?? typeOfTitle(change.title) ?? "chore";
}

const kinds: readonly (readonly [ChangeType, RegExp])[] = [
  [
    "docs",
    /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc)$|(?:^|\/)(?:licen[cs]e|copying|notice|authors|contributors|readme|changelog)(?:\.txt)?$/i,
  ],
  [
    "test",
    /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|testdata|fixtures)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)conftest\.py$|(?:^|\/)\w+Tests?\.(?:java|kt|cs|swift|scala)$/,
  ],
  [
    "ci",
    /^\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/|^\.gitlab-ci\.yml$|^\.gitlab\/ci\/|^\.(?:circleci|buildkite|woodpecker)\/|^(?:\.travis|\.drone|\.woodpecker|\.?appveyor|azure-pipelines|bitbucket-pipelines|\.cirrus)\.ya?ml$|^Jenkinsfile$/,
  ],
  [
    "build",
    /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum|work)|pyproject\.toml|setup\.(?:py|cfg)|requirements[^/]*\.txt|(?:poetry|uv|pdm|Pipfile|flake|Gemfile|composer|mix|Podfile)\.lock|Pipfile|Gemfile|composer\.json|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|CMakeLists\.txt|(?:GNU)?[Mm]akefile|justfile|meson\.build|Dockerfile[^/]*|BUILD(?:\.bazel)?|WORKSPACE(?:\.bazel)?|MODULE\.bazel|flake\.nix|Package\.resolved)$/,
  ],
];

/** A type that all of the paths speak for. */
function typeOfPaths(paths: readonly string[]): ChangeType | undefined {
  if (paths.length === 0) return undefined;
  return kinds.find(([, pattern]) => paths.every((path) => pattern.test(path)))?.[0];
}

const verbs: readonly (readonly [ChangeType, RegExp])[] = [
  ["fix", /^(?:fix|repair|correct|resolve)(?:e?s|ed|ing)?\b/i],
  ["feat", /^(?:add|implement|introduce|support)(?:e?s|e?d|ing)?\b/i],
  ["refactor", /^(?:refactor|rename|extract|simplify|restructure|deduplicate)(?:e?s|e?d|ing)?\b/i],
  ["perf", /^(?:optimi[sz]e[sd]?|speed(?:s|ing)? up)\b/i],
  ["revert", /^reverts?\b/i],
];

function typeOfTitle(title: string): ChangeType | undefined {
  return verbs.find(([, pattern]) => pattern.test(title))?.[0];
}
