import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../../src/base/world/world.ts";
import type { Forge } from "../../src/forge/forge.ts";
import { type ForgeMeans, openForge } from "../../src/forge/open-forge.ts";
import type { ForgeKind } from "../../src/score/plan/landing-plan.ts";
import { forgeOf } from "../../src/forge/place.ts";
import type { FakeForge } from "./forge-server.ts";
import { tempFolder } from "./folders.ts";
import { hastyWorld, run } from "./git.ts";

/** A world in which waits are over at once and are written down; how long an answer may take is up to the test. */
export function waitingWorld(): { readonly world: World; readonly waits: number[]; readonly giveUp: () => void } {
  const waits: number[] = [];
  let giveUp = (): void => undefined;
  const world: World = {
    ...hastyWorld,
    after: (delayMs, call) => {
      if (delayMs !== 30_000) waits.push(delayMs);
      else giveUp = call;
      return delayMs === 30_000 ? () => undefined : hastyWorld.after(delayMs, call);
    },
  };
  return { world, waits, giveUp: () => giveUp() };
}

const tokenNames = { github: "GH_ENTERPRISE_TOKEN", gitlab: "GITLAB_TOKEN", gitea: "GITEA_TOKEN" };

export function meansFor(kind: ForgeKind, token: string, world: World = waitingWorld().world): ForgeMeans {
  return { run, world, env: { PATH: "/nonexistent", [tokenNames[kind]]: token } };
}

/** The contract in front of a local server, as a remote's address leads to it. */
export async function reach(
  kind: ForgeKind,
  server: FakeForge,
  how: { readonly repository?: string; readonly means?: ForgeMeans } = {},
): Promise<Forge> {
  const place = forgeOf(`${server.url}/${how.repository ?? "acme/next.js"}.git`, kind);
  return openForge(place, how.means ?? meansFor(kind, server.token));
}

/** A program `gh` with a login, which writes down how it was called and asks the local server. */
export function makeGh(server: FakeForge): {
  readonly path: string;
  readonly calls: () => readonly (readonly string[])[];
} {
  const folder = join(tempFolder(), "bin");
  mkdirSync(folder);
  const record = join(folder, "calls");
  writeFileSync(record, "");
  const file = join(folder, "gh");
  writeFileSync(file, `#!${process.execPath}\n${ghProgram(server, record)}`);
  chmodSync(file, 0o755);
  const lines = (): readonly string[] => readFileSync(record, "utf8").split("\n");
  return {
    path: `${folder}:${process.env["PATH"] ?? ""}`,
    calls: () =>
      lines()
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as string[]),
  };
}

function ghProgram(server: FakeForge, record: string): string {
  return `
const { appendFileSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(record)}, JSON.stringify(args) + "\\n");
const after = (name) => args[args.indexOf(name) + 1];
const host = after("--hostname");
if (args[0] === "auth") process.exit(host === ${JSON.stringify(new URL(server.url).host)} ? 0 : 1);
const base = ${JSON.stringify(server.url)} + (args[1] === "graphql" ? "/api/" : "/api/v3/");
const body = args.includes("--input") ? readFileSync(0, "utf8") : undefined;
fetch(base + args[1], { method: after("--method"), headers: { authorization: ${JSON.stringify(`Bearer ${server.token}`)} }, body }).then(async (response) => {
  let text = "HTTP/2.0 " + response.status + " " + response.statusText + "\\n";
  for (const [name, value] of response.headers) text += name + ": " + value + "\\r\\n";
  process.stdout.write(text + "\\r\\n" + await response.text());
  process.exitCode = response.ok ? 0 : 1;
}, (error) => {
  console.error("error connecting to " + host);
  process.exitCode = 1;
});
`;
}
