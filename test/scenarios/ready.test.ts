import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { endingOf, isRest } from "../../src/api/contract/ending.ts";
import type { JobView } from "../../src/api/contract/job.ts";
import { exitCodeOf } from "../../src/cli/front/conclude.ts";
import { summary } from "../../src/cli/front/summary.ts";
import { tempFolder } from "../kit/folders.ts";
import { beginRepository } from "../kit/new-repository.ts";
import { listening } from "../kit/listening.ts";
import { type Live, withLive } from "../kit/live.ts";
import { type TestRepository, makeRepository } from "../kit/repository.ts";

const files = {
  "package.json": '{ "dependencies": { "left-pad": "1" } }\n',
  "t.js": 'require("left-pad");\n',
  "node.sh": "echo 'error: this project requires Node >= 99' >&2; exit 1\n",
  gradlew: "echo '2 tests failed'; exit 1\n",
};

/** An agent that may cost something, and leaves a trace when it is started. */
function makeAgent(): { readonly agent: object; readonly wasStarted: () => boolean } {
  const folder = tempFolder();
  const [script, trace] = [join(folder, "agent.sh"), join(folder, "started")];
  writeFileSync(script, `cat > /dev/null; echo > '${trace}'; echo done > a.txt\n`);
  return { agent: { command: ["sh", script] }, wasStarted: () => existsSync(trace) };
}

function scoreOf(agent: unknown, validations: readonly string[], more: object = {}): string {
  const sheets = [{ id: "a", prompt: "Write a.txt", validations: validations.map((command) => ({ command })) }];
  return stringify({ name: "ready", agent, retry: { attempts: 1, completions: 0 }, sheets, ...more });
}

async function rested(live: Live, score: string, more: Parameters<Live["submit"]>[1] = {}): Promise<JobView> {
  const job = await live.submit(score, more);
  await live.until(job, isRest);
  return live.status(job);
}

const twoTasks = (validation: string): object => ({
  sheets: ["a", "b"].map((id) => ({ id, prompt: `Write ${id}.txt`, validations: [{ command: validation }] })),
});

const redGate = {
  ...twoTasks("test -f a.txt"),
  landing: { gates: [{ name: "ci", run: "echo '3 tests failed'; exit 1" }] },
};
const goneGate = { landing: { gates: [{ name: "ci", run: "gone-tool" }] } };
const unprepared = { prepare: { commands: ["echo 'no lock file here' >&2; exit 3"] } };
const pushing = (remote: string): object => ({ landing: { push: remote } });

/** One whose server refuses this person, and one that is not there. */
function addRemotes(user: TestRepository): string {
  const ssh = join(tempFolder(), "ssh.sh");
  writeFileSync(ssh, "echo 'ERROR: Permission to x.git denied to ada.' >&2; exit 1\n");
  user.git("config", "core.sshCommand", `sh ${ssh}`);
  user.git("remote", "add", "closed", "git@closed.example:x.git");
  user.git("remote", "add", "gone", join(user.path, "gone.git"));
  return user.path;
}

interface Broken {
  readonly what: string;
  readonly validation?: string;
  readonly agent?: string;
  readonly more?: object;
  readonly code: string;
  readonly says: string;
}

const broken: readonly Broken[] = [
  { what: "a missing program", validation: "gone-tool a", code: "program_missing", says: "Install gone-tool" },
  { what: "a shell syntax error", validation: "if true", code: "bad_command", says: "yntax error" },
  { what: "packages that are missing", validation: "node t.js", code: "package_missing", says: "left-pad is not" },
  { what: "a wrong path in cd", validation: "cd pakages/x && true", code: "path_missing", says: "no pakages/x" },
  { what: "a wrong version of Node", validation: "sh node.sh", code: "wrong_version", says: "requires Node >= 99" },
  { what: "a red base", more: twoTasks("sh ./gradlew test"), code: "red", says: "2 tests failed" },
  { what: "a gate that is red", more: redGate, code: "red", says: "3 tests failed" },
  { what: "a gate whose program is missing", more: goneGate, code: "program_missing", says: "Install gone-tool" },
  { what: "a preparation that fails", more: unprepared, code: "not_prepared", says: "no lock file here" },
  { what: "a remote without rights", more: pushing("closed"), code: "no_remote", says: "denied to ada" },
  { what: "a remote that does not answer", more: pushing("gone"), code: "no_remote", says: "the remote gone" },
  { what: "an agent that is not installed", agent: "cursor", code: "no_agent", says: "on the PATH" },
  { what: "an agent without its key", agent: "openai", code: "no_agent", says: "OPENAI_API_KEY is not set" },
];

describe("a broken set-up is found before an agent is started", () => {
  const found = new Map<string, { readonly job: JobView; readonly wasStarted: boolean }>();
  beforeAll(() =>
    withLive(
      async (live) => {
        const tryOut = async ({ what, validation = "test -f a.txt", agent, more }: Broken): Promise<void> => {
          const own = makeAgent();
          const job = await rested(live, scoreOf(agent ?? own.agent, [validation], more));
          found.set(what, { job, wasStarted: own.wasStarted() });
        };
        await Promise.all(broken.map(tryOut));
      },
      { repository: addRemotes(makeRepository(files)) },
    ),
  );

  it.each(broken)("$what", ({ what, code, says }) => {
    const { job, wasStarted } = found.get(what) ?? {};
    expect(job?.pause).toMatchObject({ kind: "unready", problems: [{ code: `ready.${code}` }] });
    expect([job?.sheets[0]?.attempts, wasStarted]).toEqual([0, false]);
    const how = job === undefined ? undefined : endingOf(job);
    if (job === undefined || how === undefined) return;
    const screen = summary(listening().terminal, { job, how });
    expect(screen.join("\n")).toContain(says);
    expect(screen.at(-1)).toContain("--force");
    expect([screen.length < 24, exitCodeOf(how)]).toEqual([true, 4]);
  });
});

it("a verdict on a base is kept, until something is installed in the checkout", async () => {
  const count = join(tempFolder(), "count");
  const user = makeRepository({ ".gitignore": "node_modules\n", gradlew: `echo >> '${count}'; exit 1\n` });
  await withLive(
    async (live) => {
      const runs: number[] = [];
      const again = async (): Promise<void> => {
        const { pause } = await rested(live, scoreOf(makeAgent().agent, [], twoTasks("sh ./gradlew test")));
        expect(pause).toMatchObject({ kind: "unready", problems: [{ code: "ready.red" }] });
        runs.push(readFileSync(count, "utf8").length);
      };
      await again();
      await again();
      mkdirSync(join(user.path, "node_modules"));
      await again();
      expect(runs).toEqual([1, 1, 2]);
    },
    { repository: user.path },
  );
});

/** Claude Code that does not run, an agent of the user's own that takes everything for a prompt, two without a login. */
function makeProfiles(): Readonly<Record<string, string>> {
  const [config, bin] = [tempFolder(), tempFolder()];
  const folder = join(config, "tutti", "agents");
  mkdirSync(folder, { recursive: true });
  const add = (name: string, script: string, more: object): void => {
    const executable = join(bin, name);
    writeFileSync(executable, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    writeFileSync(join(folder, `${name}.yaml`), stringify({ name, kind: "cli", executable, ...more }));
  };
  writeFileSync(join(bin, "claude"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  add("eager", 'cat >/dev/null; [ -z "$1" ] && echo done >b.txt', {});
  const shy = '[ "$1" = --version ] && echo 1.0.0 && exit; echo "not logged in" >&2; exit 1';
  const login = { args: ["login", "status"], how: "Log in with agent login." };
  add("shy", shy, { login, errors: { E502: ["^not logged in"] } });
  add("locked", shy, { login: { ...login, needed: true } });
  return { XDG_CONFIG_HOME: config, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
}

it("agents are asked whether they run and have a login, before they start", async () => {
  await withLive(
    async (live) => {
      const worn = await rested(live, scoreOf("claude", []));
      expect(worn.pause).toMatchObject({ kind: "unready", problems: [{ code: "ready.no_agent" }] });
      expect((await rested(live, scoreOf("eager", []))).status).toBe("finished");
      const locked = await rested(live, scoreOf("locked", []));
      const why = "It has no login. Log in with agent login.";
      expect(locked.pause).toMatchObject({ kind: "unready", problems: [{ code: "ready.no_agent", why }] });
      const shy = await rested(live, scoreOf("shy", []));
      expect(shy.pause).toMatchObject({ kind: "agent", code: "E502" });
      const told = (await live.events(shy.id)).map(({ type, recorded }) =>
        recorded.about === "note" && recorded.event.kind === "notice" ? recorded.event.text : type,
      );
      const warned = told.findIndex((text) => text.startsWith("shy has no login: Log in with"));
      expect([warned >= 0, warned < told.indexOf("sheet.started")]).toEqual([true, true]);
    },
    { env: makeProfiles() },
  );
});

it.each([
  {
    what: "no remote for pull requests",
    files: { a: "" },
    how: { pullRequest: { draft: false } },
    code: "landing.push_failed",
  },
  { what: "a repository without a commit", files: undefined, how: {}, code: "git.no_commit" },
])("$what is refused at once", async ({ files: some, how, code }) => {
  const { agent, wasStarted } = makeAgent();
  const user = some === undefined ? join(tempFolder(), "empty") : makeRepository(some).path;
  if (some === undefined) {
    mkdirSync(user);
    beginRepository(user);
  }
  await withLive(
    async (live) => {
      await expect(live.submit(scoreOf(agent, ["test -f a.txt"]), how)).rejects.toMatchObject({ code });
      expect(wasStarted()).toBe(false);
    },
    { repository: user },
  );
});

it("a job goes on after a repair, or by force; what passes before any work is named", async () => {
  const { agent, wasStarted } = makeAgent();
  const user = makeRepository(files);
  await withLive(
    async (live) => {
      const score = scoreOf(agent, ["test -f tool.sh", "sh tool.sh", "test -f a.txt"]);
      const job = await rested(live, score);
      expect(job.pause).toMatchObject({ kind: "unready", problems: [{ code: "ready.path_missing" }] });
      const rests = (count: number) => {
        let seen = 0;
        return (event: Parameters<typeof isRest>[0]): boolean => isRest(event) && ++seen === count;
      };
      await live.tutti.call("job.resume", { job: job.id, folder: user.path, force: true });
      await live.until(job.id, rests(2));
      expect([(await live.status(job.id)).counts.failed, wasStarted()]).toEqual([1, true]);
      user.commit({ "tool.sh": "true\n" });
      const again = await rested(live, score);
      expect(again.counts.landed).toBe(1);
      const notices = (await live.events(again.id)).flatMap(({ recorded }) =>
        recorded.about === "note" && recorded.event.kind === "notice" ? [recorded.event.text] : [],
      );
      expect(notices.join("\n")).toContain("test -f tool.sh, sh tool.sh pass on main before any work");
    },
    { repository: user.path },
  );
});
