import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readGateFile } from "../../../src/landing/gates/file.ts";
import { tempFolder } from "../../kit/folders.ts";
import { times } from "../../kit/long.ts";
import { livingWith, makeTag } from "../../kit/processes.ts";
import { writeFiles } from "../../kit/repository.ts";
import { type GateGround, makeGround } from "./gates-ground.ts";

let grounds: GateGround[] = [];
afterEach(async () => {
  for (const ground of grounds) await ground.close();
  grounds = [];
});
async function ground(...how: Parameters<typeof makeGround>): Promise<GateGround> {
  const made = await makeGround(...how);
  grounds.push(made);
  return made;
}

const megabyte = 1024 * 1024;

describe("a gate that", () => {
  it("prints without end costs neither memory nor disk, and its last words are told", async () => {
    const { ask, store } = await ground();
    const mark = join(tempFolder(), "mark");
    const lines = times(80_000, 1_000_000);
    const run = `test -e '${mark}' && exit 0; touch '${mark}'; yes ${"x".repeat(99)} | head -n ${String(lines)}; echo the end; exit 1`;
    const [answer] = await ask([{ name: "loud", run }]);
    expect(answer?.report).toMatchObject({ passed: true, isFlaky: true });
    const [item] = await store().quarantine();
    expect(item?.last.failed.endsWith("\nthe end")).toBe(true);
    expect(item?.last.failed.length).toBeLessThan(2100);
    const folder = join(answer?.logs[0] ?? "", "..");
    const total = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThan(2 * 2.1 * megabyte);
  });

  it("leaves a child behind is over when it exits, and the child is ended", async () => {
    const { reports } = await ground();
    const tag = makeTag();
    const folder = tempFolder();
    const child = `TAG=${tag} sh -c 'touch "${folder}/begun"; exec sleep 600' & while [ ! -e '${folder}/begun' ]; do :; done; exit 0`;
    expect(await reports([{ name: "g", run: child }])).toMatchObject([{ passed: true }]);
    await vi.waitFor(() => expect(livingWith(tag)).toEqual([]), { timeout: 300_000, interval: 5 });
  });

  it("takes too long is ended with all its children, also those that hold its output open", async () => {
    const { reports } = await ground();
    const tag = makeTag();
    const found = await reports([
      { name: "g", run: `export TAG=${tag}; sh -c 'sleep 600; :' & sleep 600`, timeout: "300ms" },
    ]);
    expect(found).toMatchObject([
      { passed: false, isFlaky: false, reason: expect.stringContaining("did not end within 0.3 s") as string },
    ]);
    await vi.waitFor(() => expect(livingWith(tag)).toEqual([]), { timeout: 300_000, interval: 5 });
  });

  it("prints a secret, or speaks to the terminal, does so neither in its log nor in the reason", async () => {
    const { ask } = await ground();
    const secret = `ghp_${"Ab1".repeat(12)}`;
    const run = `printf 'token %s\\n\\033[31mred\\033[0m\\033]0;title\\007 \\302\\2332Jend\\rx\\b\\n' '${secret}'; exit 1`;
    const [answer] = await ask([{ name: "g", run: ["sh", "-c", run, "sh"] }]);
    const { reason = "" } = answer?.report ?? {};
    const log = readFileSync(answer?.logs[0] ?? "", "utf8");
    expect(log).not.toContain(secret);
    const said = reason.slice(reason.indexOf("exited 1"));
    expect(said).not.toContain(secret);
    expect(said.split("\n").at(-1)).toBe("red endx");
  });

  it("does what it likes to its folder changes nothing of the next one's, nor of the repository", async () => {
    const { reports, repository } = await ground({ "a.txt": "a\n" });
    const before = repository.git("for-each-ref");
    const found = await reports([
      {
        name: "g",
        run: "git config user.name evil; git commit -qam x --allow-empty; git branch evil; rm -rf .git/objects .git/refs; chmod 0 a.txt; true",
      },
      {
        name: "h",
        run: "test a = $(cat a.txt) && git rev-parse -q --verify HEAD >/dev/null && ! git rev-parse -q --verify evil",
      },
    ]);
    expect(found.map(({ passed }) => passed)).toEqual([true, true]);
    expect(repository.git("for-each-ref")).toBe(before);
  });
});

describe("a sheet's tree", () => {
  it("can't say what it is judged by: not by its file, and not by a link in its place", async () => {
    const { wired, repository, reports } = await ground({
      ".tutti/gates.yaml": "gates: [{ name: strict, run: 'false' }]",
    });
    const target = repository.head();
    const hostile = repository.commit({ ".tutti/gates.yaml": { link: "/etc/passwd" } });
    const { gates } = await readGateFile(wired.git, wired.store.gitDir, target);
    expect(gates.map(({ name }) => name)).toEqual(["strict"]);
    const asked = gates.map(({ name, command }) => ({ name, run: command.kind === "line" ? command.line : "" }));
    expect(await reports(asked, { commit: hostile, onto: target })).toMatchObject([{ name: "strict", passed: false }]);
    await expect(readGateFile(wired.git, wired.store.gitDir, hostile)).rejects.toMatchObject({
      code: "landing.gates_invalid",
    });
  });

  it("with names of all kinds is checked out as it is, below a folder with blanks", async () => {
    const { repository, reports } = await ground({ "a b/c d": "text\n" });
    writeFiles(repository.path, { "-rf": "x", "$(touch pwned)": "y", "new\nline": "z" });
    repository.git("add", "--all");
    const commit = repository.commit({});
    const [report] = await reports(
      [
        {
          name: "-n $(touch pwned)",
          run: "test -e ./-rf && test -e '$(touch pwned)' && test ! -e pwned && test 'text' = \"$(cat 'a b/c d')\"",
        },
      ],
      { commit },
    );
    expect(report).toMatchObject({ passed: true, name: "-n $(touch pwned)" });
    expect(existsSync(join(repository.path, "pwned"))).toBe(false);
  });
});
