import { settingOf } from "../../kit/setting.ts";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { PullsSync } from "../../../src/api/contract/landing.ts";
import { isRest } from "../../../src/api/contract/ending.ts";
import { openLocal } from "../../../src/root/local.ts";
import type { SheetEvent } from "../../../src/sheet/events/event.ts";
import { type FakeForge, type FakePull, startForge } from "../../kit/forge-server.ts";
import { gitIn } from "../../kit/git.ts";
import { type Kit, type SheetText, embedded, makeKit } from "../../kit/kit.ts";
import type { Played, PlayHow } from "../../kit/perform.ts";

/** A repository of a user's with a remote on a server that has pull requests. */
export interface PullStory extends Kit {
  readonly forge: FakeForge;
  readonly env: Readonly<Record<string, string>>;
  /** Plays sheets whose results become pull requests. */
  propose(sheets: Readonly<Record<string, string | SheetText>>, more?: Proposal): Promise<Played>;
  /** Goes on, with the login. */
  goOn(how?: PlayHow): Promise<Played>;
  /** Looks at pull requests once; what goes on because of it comes to rest first. */
  sync(watch?: (event: SheetEvent) => void): Promise<PullsSync>;
  /** git in a bare repository of the server. */
  bare(repository: string, ...args: readonly string[]): string;
  /** The only pull request, as the server has it after the last push. */
  pull(number?: number): FakePull;
  /** Another person merges it into the target, as one commit. */
  merge(number?: number): string;
  /** Another person clones a branch, works on it, and pushes. */
  work(branch: string, deed: (folder: string) => void): void;
}

export interface Proposal extends PlayHow {
  readonly pullRequest?: object;
  readonly landing?: object;
}

export const repository = "acme/next.js";

export async function makePullStory(files: Readonly<Record<string, string>> = { "a.txt": "a\n" }): Promise<PullStory> {
  const kit = makeKit(files, embedded);
  const forge = await startForge(repository, "me/next.js");
  forge.gitRoot = join(kit.root, "server");
  for (const name of [repository, "me/next.js"]) {
    const bare = join(forge.gitRoot, `${name}.git`);
    mkdirSync(join(bare, ".."), { recursive: true });
    gitIn("/", ["clone", "-q", "--bare", kit.repository, bare]);
    gitIn(bare, ["config", "http.receivepack", "true"]);
  }
  kit.git("remote", "add", "origin", `${forge.url}/${repository}.git`);
  const env = { GH_ENTERPRISE_TOKEN: forge.token, TUTTI_PULLS_POLL: "0" };
  const bareOf = (name: string): string => join(forge.gitRoot ?? "", `${name}.git`);
  const at = (name: string, ...args: readonly string[]): string => gitIn(bareOf(name), args);
  const pull = (number = 1): FakePull => {
    const found = forge.pulls.find((one) => one.number === number);
    if (found === undefined) throw new TypeError(`there is no pull request ${String(number)}`);
    return Object.assign(found, { sha: at(found.from, "rev-parse", found.branch) });
  };
  return {
    ...kit,
    forge,
    env,
    propose: (sheets, { pullRequest, landing, ...how } = {}) =>
      kit.play(sheets, {
        env,
        ...how,
        score: { ...how.score, landing: { pull_request: { forge: "github", ...pullRequest }, ...landing } },
      }),
    goOn: (how = {}) => kit.resume({ env, ...how }),
    sync: (watch = () => undefined) => syncOnce(kit, env, watch),
    bare: at,
    pull,
    merge: (number = 1) => {
      const { branch, sha, from } = pull(number);
      const bare = bareOf(repository);
      gitIn(bare, ["fetch", "-q", bareOf(from), branch]);
      const tree = gitIn(bare, ["merge-tree", "--write-tree", "main", sha]);
      const commit = gitIn(bare, [
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@x",
        "commit-tree",
        "-p",
        "main",
        "-m",
        `merged ${branch}`,
        tree,
      ]);
      gitIn(bare, ["update-ref", "refs/heads/main", commit]);
      Object.assign(pull(number), { state: "merged", mergeCommit: commit });
      return commit;
    },
    work: (branch, deed) => {
      const folder = join(kit.root, "elsewhere");
      rmSync(folder, { recursive: true, force: true });
      gitIn("/", ["clone", "-q", "-b", branch, bareOf(repository), folder]);
      deed(folder);
      gitIn(folder, ["add", "--all"]);
      gitIn(folder, ["-c", "user.name=Bob", "-c", "user.email=bob@x", "commit", "-q", "-m", "by Bob"]);
      gitIn(folder, ["push", "-q", "origin", branch]);
    },
  };
}

async function syncOnce(
  kit: Kit,
  env: Readonly<Record<string, string>>,
  watch: (event: SheetEvent) => void,
): Promise<PullsSync> {
  const own = {
    PATH: process.env["PATH"],
    HOME: kit.root,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...env,
  };
  const setting = settingOf(kit.home, {
    ...own,
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
  });
  const { tutti } = await openLocal(setting, { version: "0.0.0", notice: () => undefined });
  try {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const hear = (event: TuttiEvent): void => {
      if (event.recorded.about === "sheet" && event.index === 0) watch(event.recorded.event);
      if (isRest(event)) resolve(undefined);
    };
    await tutti.follow({}, { hear });
    const synced = await tutti.call("pulls.sync", { folder: kit.repository });
    if (synced.resumed.length > 0) await promise;
    return synced;
  } finally {
    await tutti.close();
  }
}
