import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../../src/process/program.ts";
import { runBridge } from "../kit/bridges.ts";
import { tempFolder } from "../kit/folders.ts";
import { openProviders } from "../kit/providers.ts";
import { agentsPath } from "../kit/real-agents.ts";

interface RealAgent {
  readonly program: string;
  readonly args: readonly string[];
  /** Files of its home, and its environment. */
  readonly files: (url: string) => Readonly<Record<string, object>>;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const model = { npm: "@ai-sdk/openai-compatible", name: "Fake", models: { m1: { name: "m1" } } };
const agents: readonly RealAgent[] = [
  {
    program: "gemini",
    // A model by name: otherwise it first asks one which to take.
    args: ["--acp", "--skip-trust", "-m", "gemini-2.5-flash"],
    files: () => ({ ".gemini/settings.json": { security: { auth: { selectedType: "gemini-api-key" } } } }),
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "not-a-key" }),
  },
  {
    program: "opencode",
    args: ["acp"],
    files: (url) => ({
      ".config/opencode/opencode.json": {
        ...{ model: "fake/m1", small_model: "fake/m1", autoupdate: false, permission: { edit: "ask", bash: "ask" } },
        provider: { fake: { ...model, options: { baseURL: `${url}/v1`, apiKey: "not-a-key" } } },
      },
    }),
    env: () => ({}),
  },
];

const found = agents.map((agent) => ({
  ...agent,
  isThere: findProgram(agent.program, agentsPath, "/").kind !== "refused",
}));

for (const { program, args, files, env, isThere } of found) {
  test.skipIf(!isThere)(
    `${program} works in a context through ACP${isThere ? "" : " (skipped: not installed)"}`,
    { timeout: 180_000 },
    async () => {
      const providers = await openProviders();
      try {
        const [contextPath, home] = [tempFolder(), tempFolder()];
        for (const [name, value] of Object.entries(files(providers.url))) {
          mkdirSync(dirname(join(home, name)), { recursive: true });
          writeFileSync(join(home, name), JSON.stringify(value));
        }
        const to = { kind: "acp", argv: [program, ...args] } as const;
        const { code, lines } = await runBridge(
          { contextPath, to },
          { prompt: "write hello.txt with hi", env: { PATH: agentsPath, HOME: home, ...env(providers.url) } },
        );
        expect(lines[0]).toMatchObject({ type: "started", session: expect.any(String) as string });
        expect(lines.filter(({ type }) => type === "did")).not.toEqual([]);
        expect(lines.find(({ type }) => type === "spent")).toBeDefined();
        expect({ code, end: lines.at(-1) }).toMatchObject({ code: 0, end: { type: "ended", good: true } });
        expect(readFileSync(join(contextPath, "hello.txt"), "utf8")).toBe("hi\n");
      } finally {
        await providers.close();
      }
    },
  );
}
