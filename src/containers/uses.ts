import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EngineKind, engineKinds } from "./engine/engine.ts";

/** An engine that a home had containers of. */
interface Use {
  readonly kind: EngineKind;
  /** Where it was: addresses and paths. */
  readonly env: Readonly<Record<string, string>>;
}

/** Others may hold logins. */
const places =
  /^(?:HOME|XDG_(?:RUNTIME_DIR|CONFIG_HOME|DATA_HOME)|DOCKER_(?:HOST|CONTEXT|CONFIG)|CONTAINER_HOST|CONTAINERS_(?:CONF|STORAGE_CONF))$/;

/** Written before the first container: only a home that had one is swept, because the engine takes its time. */
export async function noteUse(
  home: string,
  { kind, env }: { readonly kind: EngineKind; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  const held = Object.entries(env).filter(([name, value]) => value !== undefined && places.test(name));
  const line = JSON.stringify({ kind, env: Object.fromEntries(held.toSorted()) });
  if (!(await linesOf(home)).includes(line)) await appendFile(fileIn(home), `${line}\n`, { mode: 0o600 });
}

export async function usesOf(home: string): Promise<readonly Use[]> {
  const lines = await linesOf(home);
  return lines.flatMap((line) => {
    const use = useIn(line);
    return use === null ? [] : [use];
  });
}

/** `null`: a line that was half written when its writer was killed. */
function useIn(line: string): Use | null {
  try {
    const use = JSON.parse(line) as Use;
    return engineKinds.includes(use.kind) ? use : null;
  } catch {
    return null;
  }
}

async function linesOf(home: string): Promise<readonly string[]> {
  const text = await readFile(fileIn(home), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

function fileIn(home: string): string {
  return join(home, "engines");
}
