import { commandsOfCi } from "./ci.ts";
import { type DetectedProject, type Listing, type ProposedCommand, type Role, firstOfEachRole } from "./listing.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";

/** One kind of project: what it is, what it runs, what it has to install. */
type Detect = (listing: Listing) => DetectedProject | null;

/**
 * Scripts of the project go before targets of its Makefile, those before what is usual for its language, and that
 * before what only CI knows: each adds the roles that are missing.
 */
export function detectProject(listing: Listing): DetectedProject {
  const found = languages.flatMap((detect) => detect(listing) ?? []);
  const written = found.flatMap(({ commands }) => commands.filter(({ isUsual }) => isUsual !== true));
  const usual = found.flatMap(({ commands }) => commands.filter(({ isUsual }) => isUsual === true));
  const targets = targetsOf(listing);
  const own = withMissing(written, targets);
  // A Makefile says how all of a project is tested; scripts of one language say nothing of another.
  const isTold = (role: Role): boolean => targets.some((one) => one.role === role && own.includes(one));
  const all = [...own, ...usual.filter(({ role }) => !isTold(role))];
  return {
    kinds: found.flatMap(({ kinds }) => kinds),
    commands: withoutTwins(withMissing(all, commandsOfCi(listing))),
    prepare: found.flatMap(({ prepare }) => prepare),
  };
}

function withMissing(
  commands: readonly ProposedCommand[],
  more: readonly ProposedCommand[],
): readonly ProposedCommand[] {
  return [...commands, ...more.filter(({ role }) => !commands.some((one) => one.role === role))];
}

function withoutTwins(commands: readonly ProposedCommand[]): readonly ProposedCommand[] {
  return commands.filter(({ run }, place) => commands.findIndex((one) => one.run === run) === place);
}

/** Targets of a Makefile or a justfile. */
function targetsOf({ has, read }: Listing): readonly ProposedCommand[] {
  const file = ["Makefile", "makefile", "GNUmakefile", "justfile", "Justfile"].find(has);
  if (file === undefined) return [];
  const program = /just/i.test(file) ? "just" : "make";
  const names = [...(read(file) ?? "").matchAll(/^([\w-]+)(?:[ \t]+[\w="'*+ -]*)?[ \t]*:(?!=)/gm)].map(
    ([, name = ""]) => name,
  );
  return firstOfEachRole(names).map(({ role, name }) => ({
    role,
    run: `${program} ${name}`,
    because: `the target ${name} of ${file}`,
  }));
}

const languages: readonly Detect[] = [
  javascript,
  python,
  plain("Rust", "Cargo.toml", [
    ["tests", "cargo test"],
    ["lint", "cargo clippy --all-targets -- -D warnings"],
  ]),
  go,
  plain("Deno", "deno.json", [["tests", "deno test"]]),
  plain("Deno", "deno.jsonc", [["tests", "deno test"]]),
  plain("Elixir", "mix.exs", [["tests", "mix test"]]),
  jvm,
  dotnet,
  ruby,
  php,
];

function plain(kind: string, file: string, usual: readonly (readonly [Role, string])[]): Detect {
  return ({ has }) =>
    has(file)
      ? {
          kinds: [kind],
          commands: usual.map(([role, run]) => ({ role, run, because: file, isUsual: true })),
          prepare: [],
        }
      : null;
}

function go(listing: Listing): DetectedProject | null {
  const { has, files } = listing;
  if (!has("go.mod")) return null;
  const hasTests = files.some((path) => path.endsWith("_test.go"));
  const linter = files.find((path) => /^\.golangci\.\w+$/.test(path));
  return {
    kinds: ["Go"],
    commands: [
      hasTests ? usual("tests", "go test ./...", "go.mod") : usual("types", "go build ./...", "go.mod"),
      linter === undefined ? usual("lint", "go vet ./...", "go.mod") : usual("lint", "golangci-lint run", linter),
    ],
    prepare: [],
  };
}

function jvm({ has }: Listing): DetectedProject | null {
  const gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].find(has);
  if (gradle !== undefined)
    return {
      kinds: ["Gradle"],
      commands: [usual("tests", has("gradlew") ? "./gradlew test" : "gradle test", gradle)],
      prepare: [],
    };
  if (!has("pom.xml")) return null;
  return {
    kinds: ["Maven"],
    commands: [usual("tests", has("mvnw") ? "./mvnw -q test" : "mvn -q test", "pom.xml")],
    prepare: [],
  };
}

function dotnet({ files }: Listing): DetectedProject | null {
  const file = files.find((path) => /^[^/]+\.(?:sln|slnx|csproj|fsproj)$/.test(path));
  return file === undefined ? null : { kinds: [".NET"], commands: [usual("tests", "dotnet test", file)], prepare: [] };
}

function ruby({ has, files }: Listing): DetectedProject | null {
  if (!has("Gemfile")) return null;
  const hasSpecs = files.some((path) => /^spec\/.*_spec\.rb$/.test(path));
  return {
    kinds: ["Ruby"],
    commands: [
      ...(hasSpecs ? [usual("tests", "bundle exec rspec", "spec/")] : []),
      ...(!hasSpecs && has("Rakefile") ? [usual("tests", "bundle exec rake test", "Rakefile")] : []),
      ...(has(".rubocop.yml") ? [usual("lint", "bundle exec rubocop", ".rubocop.yml")] : []),
    ],
    prepare: [],
  };
}

function php({ has, files }: Listing): DetectedProject | null {
  if (!has("composer.json")) return null;
  const config = files.find((path) => /^phpunit\.xml(?:\.dist)?$/.test(path));
  return {
    kinds: ["PHP"],
    commands: config === undefined ? [] : [usual("tests", "vendor/bin/phpunit", config)],
    prepare: [],
  };
}

function usual(role: Role, run: string, because: string): ProposedCommand {
  return { role, run, because, isUsual: true };
}
