import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, httpDrive, httpKey, openModel, runBridge } from "../../kit/bridges.ts";
import { tempFolder } from "../../kit/folders.ts";

// A command that the model runs is as free as any agent's shell, and held by the containment alone: here it only
// prepares ways out.
test("no trick leads a model's file tools out of the context", async () => {
  const folder = tempFolder();
  const [contextPath, outside] = [join(folder, "context"), join(folder, "outside")];
  for (const path of [join(contextPath, ".git/hooks"), outside]) mkdirSync(path, { recursive: true });
  writeFileSync(join(contextPath, "mine"), "mine");
  writeFileSync(join(outside, "secret"), "the secret word");
  const links = [
    `ln -s ${outside} folder`,
    `ln -s ${outside}/secret file`,
    `ln -s ${outside}/new nothing`,
    `ln -s ../outside relative`,
    `ln -s folder twice`,
    `ln -s /proc/self/root${outside} magic`,
    `ln -s .git hidden`,
    `ln ${outside}/secret hard`,
  ].join(" && ");
  const ways = [
    `${outside}/secret`,
    "../outside/secret",
    "./mine/../../outside/secret",
    `${contextPath}/../outside/secret`,
    "folder/secret",
    "file",
    "relative/secret",
    "twice/secret",
    "magic/secret",
    `/proc/self/cwd/../outside/secret`,
    `/proc/self/root${outside}/secret`,
  ];
  const newOnes = [
    `${outside}/new`,
    "../outside/new",
    "folder/new",
    "nothing",
    "folder/deep/new",
    "twice/new",
    "hidden/hooks/pre-commit",
    ".git/hooks/pre-commit",
  ];
  const unseen = [".g\u200bit/hooks/pre-commit", ".Git/hooks/pre-commit"];
  const model = await openModel([
    { toolCalls: [call("run", { command: links })] },
    { toolCalls: ways.map((path) => call("read", { path })) },
    { toolCalls: [...ways, ...newOnes, ...unseen].map((path) => call("write", { path, text: "changed" })) },
    { toolCalls: ways.map((path) => call("edit", { path, old: "secret", new: "changed" })) },
    {
      toolCalls: [outside, "..", "folder", "twice", "magic", "/proc/self/cwd"].map((path) =>
        call("list", { path, pattern: "**" }),
      ),
    },
    // Wide and small letters that only look like the way up are names like any other.
    {
      toolCalls: [
        call("write", { path: "\uff0e\uff0e/outside/new", text: "inside" }),
        call("write", { path: "hard", text: "no longer shared" }),
      ],
    },
    { content: "I give up." },
  ]);
  try {
    const { code, lines } = await runBridge({ contextPath, to: httpDrive(model.url) }, { env: { MODEL_KEY: httpKey } });
    expect(code).toBe(0);
    expect(lines.filter(({ type }) => type === "did")).toHaveLength(
      1 + 3 * ways.length + newOnes.length + unseen.length + 6 + 2,
    );
    expect(model.requests().at(-1)).not.toContain("the secret word");
    expect(
      model
        .requests()
        .at(-1)
        ?.match(/is refused/g),
    ).toHaveLength(3 * ways.length + newOnes.length + unseen.length + 6);
  } finally {
    await model.close();
  }
  expect(readdirSync(folder).sort()).toEqual(["context", "outside"]);
  expect(readdirSync(outside)).toEqual(["secret"]);
  expect(readFileSync(join(outside, "secret"), "utf8")).toBe("the secret word");
  expect(readdirSync(join(contextPath, ".git/hooks"))).toEqual([]);
  expect(readFileSync(join(contextPath, "hard"), "utf8")).toBe("no longer shared");
});
