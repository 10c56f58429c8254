import type { ContainerPlan } from "../score/plan/container.ts";
import { endWords } from "../process/process.ts";
import { type Call, callEngine } from "./engine/call.ts";
import type { Engine } from "./engine/engine.ts";
import { lastLine } from "./engine/find.ts";

const askMs = 30_000;
/** Images of some gigabytes over a slow line. */
const pullMs = 30 * 60_000;

type Wanted = Pick<ContainerPlan, "image" | "pull">;
/** Or why this machine has none. */
type Found = { readonly id: string } | string;

interface Images {
  idOf(asking: Asking, plan: Wanted): Promise<Found>;
}

/** Once for each job, whose plan it is: all its programs run in the same image. */
export function makeImages(): Images {
  const known = new WeakMap<object, Promise<Found>>();
  return {
    idOf: async (asking, plan) => {
      const asked = known.get(plan) ?? find(asking, plan);
      known.set(plan, asked);
      const found = await asked;
      if (typeof found === "string") known.delete(plan);
      return found;
    },
  };
}

interface Asking {
  readonly call: Call;
  readonly engine: Engine;
  readonly cancel: AbortSignal | undefined;
}

async function find({ call, engine, cancel }: Asking, { image, pull }: Wanted): Promise<Found> {
  const here = pull === "always" ? null : await inspect(call, engine, image);
  if (here !== null) return { id: here };
  if (pull === "never") return `${engine.kind} has no image ${image}, and pull: never forbids asking a registry for it`;
  const end = await callEngine(call, [engine.program, "pull", "--quiet", image], { timeoutMs: pullMs, cancel });
  if (end.how.kind !== "exited" || end.how.code !== 0)
    return `the image ${image} can't be pulled: ${engine.kind} pull ${endWords(end, pullMs)}: ${lastLine(end.stderr.toString("utf8"))}`;
  const pulled = await inspect(call, engine, image);
  return pulled === null ? `${engine.kind} pulled ${image}, and does not know it` : { id: pulled };
}

async function inspect(call: Call, { program }: Engine, image: string): Promise<string | null> {
  const end = await callEngine(call, [program, "image", "inspect", "--format", "{{.Id}}", image], { timeoutMs: askMs });
  const id = end.stdout.toString("utf8").trim().split("\n")[0] ?? "";
  return end.how.kind === "exited" && end.how.code === 0 && id !== "" ? id : null;
}
