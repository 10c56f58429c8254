import { afterEach, beforeEach, test } from "vitest";
import type { Ended } from "../../src/sheet/events/event.ts";
import type { Kit } from "../kit/kit.ts";
import type { Played, PlayHow } from "../kit/perform.ts";
import type { Providers, Upset } from "../kit/providers.ts";
import { agentsPath, type RealAgent } from "../kit/real-agents.ts";

/** The stage of a story with a real agent: all of Tutti, and providers on loopback. */
export interface Stage {
  readonly kit: Kit;
  readonly providers: Providers;
  /** `agentEnv`: more for the agent's environment. */
  readonly play: (
    sheets: readonly object[],
    how?: PlayHow & { readonly agentEnv?: Readonly<Record<string, string>>; readonly sandbox?: object },
  ) => Promise<Played>;
  /** One sheet whose first try meets mischief; the second does not. */
  readonly stumble: (
    upset: Pick<Upset, "does" | "onMet">,
    sheet?: object,
  ) => Promise<{ readonly played: Played; readonly first: Ended | undefined }>;
}

const longestStoryMs = 5 * 60_000;

/** Stories of an agent that is not installed are counted as skipped, by its name, and cost nothing. */
export function storiesOf(agent: RealAgent): (fact: string, tell: (stage: Stage) => Promise<void>) => void {
  let stage: (Stage & { close(): Promise<void> }) | undefined;
  beforeEach(async () => {
    stage = agent.isInstalled ? await openStage(agent) : undefined;
  });
  afterEach(() => stage?.close());
  return (fact, tell) => {
    test.skipIf(!agent.isInstalled)(`${agent.name}: ${fact}`, { timeout: longestStoryMs }, async () => {
      if (stage !== undefined) await tell(stage);
    });
  };
}

export function endedOf({ progress }: Played): readonly Ended[] {
  return progress.flatMap((item) => (item.kind === "sheet" && item.event.kind === "ended" ? [item.event] : []));
}

async function openStage(agent: RealAgent): Promise<Stage & { close(): Promise<void> }> {
  // All of Tutti takes seconds to load; skipped stories should not cost that time.
  const [{ makeKit }, { openProviders }] = await Promise.all([import("../kit/kit.ts"), import("../kit/providers.ts")]);
  const kit = makeKit({ "a.txt": "a\n" });
  const providers = await openProviders();
  const play: Stage["play"] = (sheets, { agentEnv = {}, sandbox, ...how } = {}) => {
    const plan = agent.plan(providers.url);
    const score = {
      name: "story",
      agent: { ...plan, env: { ...plan.env, ...agentEnv } },
      retry: { base_delay: "1ms", max_delay: "2ms" },
      timeout: "2m",
      ...(sandbox === undefined ? {} : { sandbox }),
      sheets,
    };
    return kit.playScore(score, { ...how, env: { PATH: agentsPath } });
  };
  return {
    kit,
    providers,
    play,
    stumble: async (upset, sheet = {}) => {
      const about = "write b.txt with once";
      let hasEnded = false;
      providers.upset({ ...upset, about, while: () => !hasEnded });
      const played = await play([{ id: "b", prompt: about, validations: [{ file_exists: "b.txt" }], ...sheet }], {
        watch: (progress) => {
          hasEnded ||= progress.kind === "sheet" && progress.event.kind === "ended";
        },
      });
      return { played, first: endedOf(played)[0] };
    },
    close: async () => {
      await providers.close();
      kit.dispose();
    },
  };
}
