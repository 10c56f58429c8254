import { globMatcher } from "../../../score/match/glob.ts";
import { argvOf } from "../../../score/plan/command.ts";
import type { GeneratedPlan } from "../../../score/plan/landing-plan.ts";

/** How a file is made again from others that are merged already. */
export interface Recipe {
  /** Commands of which the first that succeeds counts; those without network come first. */
  readonly commands: readonly Command[];
  /** Raw bytes (latin1): where they run. */
  readonly folder: string;
  /** A tool that makes one side's file again has lost the other's change. */
  readonly isLock: boolean;
}

interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const npm = ["npm", "install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"] as const;
const pnpm = ["pnpm", "install", "--lockfile-only", "--ignore-scripts"] as const;
const berry: Command = {
  argv: ["yarn", "install", "--mode=update-lockfile"],
  env: { YARN_ENABLE_SCRIPTS: "false", YARN_ENABLE_IMMUTABLE_INSTALLS: "false" },
};

/** Lock files, by the tool that owns them. */
const tools: Readonly<Record<string, (text: string) => readonly Command[]>> = {
  "package-lock.json": () => [{ argv: [...npm, "--offline"] }, { argv: [...npm, "--prefer-offline"] }],
  "npm-shrinkwrap.json": () => [{ argv: [...npm, "--offline"] }, { argv: [...npm, "--prefer-offline"] }],
  "pnpm-lock.yaml": () => [{ argv: [...pnpm, "--offline"] }, { argv: [...pnpm, "--prefer-offline"] }],
  "yarn.lock": (text) =>
    text.includes("__metadata:")
      ? [{ ...berry, env: { ...berry.env, YARN_ENABLE_NETWORK: "false" } }, berry]
      : ["--offline", "--prefer-offline"].map((how) => ({
          argv: ["yarn", "install", "--ignore-scripts", "--non-interactive", how],
        })),
  "Cargo.lock": () => [
    { argv: ["cargo", "update", "--workspace", "--offline"] },
    { argv: ["cargo", "update", "--workspace"] },
  ],
  // The first is of version 1, which would else raise every version.
  "poetry.lock": () => [{ argv: ["poetry", "lock", "--no-update"] }, { argv: ["poetry", "lock"] }],
  "uv.lock": () => [{ argv: ["uv", "lock", "--offline"] }, { argv: ["uv", "lock"] }],
  "Gemfile.lock": () => [{ argv: ["bundle", "lock", "--local"] }, { argv: ["bundle", "lock"] }],
  "composer.lock": () => [{ argv: ["composer", "update", "--lock", "--no-install", "--no-scripts"] }],
};

/** Whether a file is made from others; `undefined`: people write it. `text`: as one side has it. */
export function recipeFor(
  path: string,
  text: string,
  { generated, isGenerated }: { readonly generated: readonly GeneratedPlan[]; readonly isGenerated: boolean },
): Recipe | undefined {
  const [folder, name] = [path.slice(0, Math.max(0, path.lastIndexOf("/"))), path.slice(path.lastIndexOf("/") + 1)];
  const own = generated.find(({ paths }) => (paths === null ? isGenerated : isMeant(paths, path)));
  if (own !== undefined) return { commands: [{ argv: argvOf(own.command) }], folder: "", isLock: false };
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  return tool === undefined ? undefined : { commands: tool(text), folder, isLock: true };
}

function isMeant(globs: readonly string[], path: string): boolean {
  const matcher = globMatcher(globs);
  return matcher.kind === "means" && matcher.value(Buffer.from(path, "latin1").toString("utf8"));
}
