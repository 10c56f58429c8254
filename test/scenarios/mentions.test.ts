import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type ConductorKit, makeConductorKit } from "../kit/conductor.ts";
import { commitFirst } from "../kit/first-commit.ts";
import { type FakeForge, startForge } from "../kit/forge-server.ts";
import { gitIn } from "../kit/git.ts";
import { beginRepository } from "../kit/new-repository.ts";

const name = "acme/next.js";

interface Scene {
  readonly kit: ConductorKit;
  readonly forge: FakeForge;
  readonly watch: (...more: readonly string[]) => ReturnType<ConductorKit["begin"]>["ended"];
}

async function scene(): Promise<Scene> {
  const forge = await startForge(name);
  const kit = makeConductorKit({ more: { GITHUB_SERVER_URL: forge.url, GH_ENTERPRISE_TOKEN: forge.token } });
  const root = dirname(kit.places.home);
  const source = join(root, "source");
  mkdirSync(source);
  beginRepository(source);
  writeFileSync(join(source, "a.txt"), "a\n");
  commitFirst({ folder: source, format: "sha1" }, ["a.txt"], "begin");
  writeFileSync(join(root, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@x\n");
  forge.gitRoot = join(root, "server");
  const bare = join(forge.gitRoot, `${name}.git`);
  mkdirSync(dirname(bare), { recursive: true });
  gitIn(root, ["clone", "-q", "--bare", source, bare]);
  gitIn(bare, ["config", "http.receivepack", "true"]);
  const words = ["forge", "watch", name, "--trust", "ada", "--agent", "scripted", "--once"];
  return { kit, forge, watch: (...more) => kit.begin(...words, ...more).ended };
}

it("a mention by a trusted person becomes a pull request, once, however often it is seen", async () => {
  const { kit, forge, watch } = await scene();
  const remarks = [
    { id: 1, by: "eve", text: "@tutti script:\ncreate evil.txt x" },
    { id: 2, by: "ada", text: "@tutti script:\ncreate greeting.txt hello\nnotes:" },
  ];
  forge.issues.push({ number: 12, title: "Greet", body: "Please.", by: "eve", remarks });
  const first = await watch("--json");
  expect([first.code, first.err]).toEqual([0, ""]);
  const begun = JSON.parse(first.out) as { readonly job: string };
  expect(begun).toMatchObject({ type: "mention", on: `${name}#12`, id: "comment-2", author: "ada" });
  await kit.begin("resume", begun.job).ended;
  expect(forge.pulls.map(({ title, base }) => [title.includes("Greet"), base])).toEqual([[true, "main"]]);
  const claims = (): number =>
    remarks.filter(({ by, text }) => by === "tutti" && text.includes("mention comment-2 taken by")).length;
  expect(claims()).toBe(1);
  // The same home, after the process that took it is gone: one job, one comment.
  const again = await watch("--json");
  expect([again.code, JSON.parse(again.out)]).toEqual([0, begun]);
  expect([claims(), forge.pulls.length]).toEqual([1, 1]);
});

it("a mention that another home has taken is left alone, and a watch without trusted people is refused", async () => {
  const { kit, forge, watch } = await scene();
  const remarks = [
    { id: 1, by: "ada", text: "@tutti create a.txt x" },
    { id: 2, by: "tutti", text: "On it.\n\n<!-- tutti: mention comment-1 taken by elsewhere -->" },
  ];
  forge.issues.push({ number: 12, title: "Greet", body: "", by: "eve", remarks });
  const end = await watch();
  expect([end.code, end.out, remarks.length]).toEqual([0, "", 2]);
  const open = await kit.begin("forge", "watch", name, "--once").ended;
  expect([open.code, open.err.includes("--trust ada")]).toEqual([2, true]);
});
