import { makeKit } from "../test/kit/kit.ts";
import { fsck, inspectAftermath } from "./incidents/aftermath.ts";
import { commitIncidents } from "./incidents/commits.ts";
import type { Incident } from "./incidents/incident.ts";
import { meetingIncidents } from "./incidents/meetings.ts";
import { targetIncidents } from "./incidents/targets.ts";
import { unrecordedIncident } from "./incidents/unrecorded.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";

const all: readonly Incident[] = [...commitIncidents, ...meetingIncidents, ...targetIncidents, unrecordedIncident];
/** Each in each of its ways. */
const plays = all.flatMap((incident) => Array.from({ length: incident.ways }, (_, way) => ({ incident, way })));

/**
 * What has gone wrong with landings elsewhere ends right here, and state, journal, git and proof say the same of it.
 */
export const incidents: Part = {
  name: "incidents",
  summary: "landings that went wrong elsewhere: dropped commits, reverted work, moved targets, one line twice, renames",
  defaultCount: plays.length,
  run: proveIncidents,
};

interface Told {
  readonly name: string;
  readonly way: string;
  readonly seed: number;
  readonly ended: string;
  readonly wrong: readonly string[];
}

const atOnce = 2;

/** Each of them once, in the first of its ways. */
export const firstWays = plays.flatMap(({ way }, place) => (way === 0 ? [place] : []));

/** The seed says with which of them to begin; as many as are asked for, over and over. */
function proveIncidents({ count, seed, say }: PartOrder): Promise<PartResult> {
  return playIncidents(
    Array.from({ length: count }, (_, index) => (seed + index) % plays.length),
    say,
  );
}

/** `places`: of the plays. */
export async function playIncidents(places: readonly number[], say: PartOrder["say"]): Promise<PartResult> {
  const told: Told[] = [];
  const order = places.values();
  const work = async (): Promise<void> => {
    for (const place of order) {
      const one = plays[place];
      if (one !== undefined) told.push({ ...(await playOne(one.incident, one.way)), seed: place });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  say("| incident | ended | violations |");
  say("|---|---|---|");
  for (const { name, way, ended, wrong } of told) say(`| ${name}${way} | ${ended} | ${wrong.length} |`);
  const failures = told
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ name, way, seed: own, wrong }) => ({ seed: own, what: [`${name}${way}`, ...wrong].join("\n  ") }));
  return {
    tried: told.length,
    failures,
    figures: {
      incidents: new Set(told.map(({ name }) => name)).size,
      violations: told.flatMap(({ wrong }) => wrong).length,
    },
  };
}

async function playOne(incident: Incident, way: number): Promise<Omit<Told, "seed">> {
  const kit = makeKit(incident.files);
  const about = { name: incident.name, way: incident.ways === 1 ? "" : ` (${way + 1} of ${incident.ways})` };
  try {
    const { played, ended, wrong } = await incident.play(kit, way);
    const after = played === null ? fsck(kit) : await inspectAftermath(kit, played);
    return { ...about, ended, wrong: [...wrong, ...after] };
  } catch (error) {
    return { ...about, ended: "it could not be played", wrong: [String(error)] };
  } finally {
    kit.dispose();
  }
}
