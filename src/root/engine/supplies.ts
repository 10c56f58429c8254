import { agentFor } from "../../agents/agent-for.ts";
import { type ProfileShelf, shelfOf } from "../../agents/profiles/shelf.ts";
import { makeMemory } from "../../checks/memory.ts";
import type { Cleaner } from "../../process/process.ts";
import { makeRedactor } from "../../redact/redactor.ts";
import { compileSecrets } from "../../redact/secrets.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { type Resolver, makeResolver } from "../../score/resolve/resolver.ts";
import type { Job } from "../../sheet/job.ts";
import type { Store } from "../../store/store.ts";
import type { Agents, Equipment } from "../../conductor/equipment/equipment.ts";
import type { Executables } from "../setting.ts";

export function recordsOf(store: Store): Pick<Equipment, "journal" | "verdicts" | "past"> {
  return { journal: store.journal, verdicts: store, past: store };
}

/** With what is known of the findings of one job. */
export function recordsFor(
  store: Store,
  { id }: Job,
): ReturnType<typeof recordsOf> & Pick<Equipment, "memory" | "fixRecord"> {
  return { ...recordsOf(store), memory: makeMemory(64), fixRecord: once(() => store.fix(id)) };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

export function agentsWith(executables: Executables, read: () => Promise<ProfileShelf>): Agents {
  let shelf: Promise<ProfileShelf> | undefined;
  const known = (): Promise<ProfileShelf> => (shelf ??= read());
  return {
    shelf: known,
    agentFor: async (plan) =>
      agentFor(plan, { ...executables, shelf: plan.kind === "profile" ? await known() : shelfOf([]) }),
  };
}

export function cleanerFor(secrets: readonly string[]): () => Cleaner {
  const known = compileSecrets(secrets);
  return () => makeRedactor(known);
}

export function resolverOf(known: WeakMap<Plan, Resolver>, plan: Plan): Resolver {
  const found = known.get(plan) ?? makeResolver(plan);
  known.set(plan, found);
  return found;
}
