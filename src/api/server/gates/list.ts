import { gatesOf, overruledGates } from "../../../landing/gates/definition/compose.ts";
import { type HooksAsGates, hooksAsGates } from "../../../landing/gates/hooks.ts";
import { commandText } from "../../../landing/gates/words.ts";
import type { StoreReader } from "../../../store/open.ts";
import type { GatesView, GateView, HooksView, QuarantineView } from "../../gates.ts";
import type { Handlers } from "../../handlers.ts";
import { type Meant, type WhichParts, digestsOf, findMeant } from "./which.ts";

interface ListParts extends WhichParts {
  readonly store: Pick<StoreReader, "job" | "jobs" | "quarantine"> | undefined;
}

export function gateLooks(parts: ListParts): Pick<Handlers, "gates.list"> {
  return {
    "gates.list": async (asked): Promise<GatesView> => {
      const meant = await findMeant(parts, asked);
      const { repository, target, commit, sources } = meant;
      return {
        repository: repository.top ?? repository.commonDir,
        target,
        commit,
        gates: viewsOf(meant),
        protectedPaths: sources.file.protectedPaths,
        quarantine: await quarantineOf(parts.store, meant),
        hooks: hooksView(await hooksAsGates(parts.git, repository)),
        notes: overruledGates(sources),
      };
    },
  };
}

function viewsOf({ sources }: Meant): readonly GateView[] {
  return gatesOf(sources).map(({ name, command, timeoutMs, files, from }) => {
    const plans = from === "target" ? sources.file.gates : sources.plan.gates;
    const quick = plans.find((plan) => plan.name === name)?.quick ?? null;
    return { name, run: commandText(command), quick: quick === null ? null : commandText(quick), timeoutMs, files, from };
  });
}

/** Gates of this repository, and of the scores of its jobs, that failed and passed on one tree. The store has those of every repository. */
async function quarantineOf(store: ListParts["store"], { repository, sources }: Meant): Promise<readonly QuarantineView[]> {
  const all = (await store?.quarantine()) ?? [];
  if (store === undefined || all.length === 0) return [];
  const jobs = (await store.jobs()).filter((job) => job.repository.commonDir === repository.commonDir);
  const plans = [sources.plan, ...jobs.map(({ plan }) => plan.landing)];
  const own = new Set(plans.flatMap(({ gates }) => digestsOf({ file: sources.file, plan: { gates, tests: "full" } })));
  const ours = all.filter(({ digest }) => own.has(digest));
  return ours.map(({ name, digest, since, flakes, runs, clean, last }) => ({ gate: name, digest, since, flakes, runs, clean, last }));
}

function hooksView({ found, lines }: HooksAsGates): HooksView {
  return { found: found.map(({ hook, by, path, note, run }) => ({ hook, by, path, note, isGate: run !== null })), lines };
}
