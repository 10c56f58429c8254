import type { CommitSha } from "../../base/ids.ts";
import { runValidations } from "../../checks/validate.ts";
import type { GateHands } from "../gates/hands.ts";
import { asksOf, placesOf } from "../promises/promise.ts";
import type { SheetPromise, Promiser } from "../promises/promise.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { emptyScene } from "../../score/resolve/scene.ts";
import type { Validation } from "../../score/plan/rule.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import { checkParts, checkPlace } from "../../conductor/equipment/checking.ts";
import { type LendCopy, withCopy } from "../../conductor/equipment/copies/copies.ts";
import { unpreparedVerdict } from "../../conductor/equipment/furnish.ts";
import { type Equipment, resolverOf, workspaceOf } from "../../conductor/equipment/equipment.ts";

/** Represents the folder of any tree: promises must not depend on it. */
const anyFolder = "/tutti/tree";

function filled(equipment: Equipment, { job, sheet }: Promiser, folder: string): readonly Validation[] {
  return resolverOf(job.plan).validations(sheet, emptyScene(workspaceOf(equipment, job), folder));
}

const known = new WeakMap<Plan, Map<string, readonly SheetPromise[]>>();

/** The promises of a sheet about trees after its landing. */
export function promisedBy(equipment: Equipment, promiser: Promiser): readonly SheetPromise[] {
  const { job, sheet, attempt } = promiser;
  const ofPlan = known.get(job.plan) ?? new Map<string, readonly SheetPromise[]>();
  known.set(job.plan, ofPlan);
  const key = `${job.id}/${sheet.id}/${String(attempt)}`;
  const asks = ofPlan.get(key) ?? asksOf(promiser, filled(equipment, promiser, anyFolder), workspaceOf(equipment, job));
  ofPlan.set(key, asks);
  return asks;
}

/** Validations that a later tree can't answer. */
export function unaskedOf(equipment: Equipment, promiser: Promiser): number {
  return placesOf(filled(equipment, promiser, anyFolder), workspaceOf(equipment, promiser.job)).unasked.length;
}

type Look = Parameters<NonNullable<GateHands["promise"]>>[1];

/** Promises about files share one folder of the commit; commands get a fresh one each. */
export async function withPromises<T>(
  equipment: Equipment,
  use: (promise: NonNullable<GateHands["promise"]>) => Promise<T>,
): Promise<T> {
  const lend: LendCopy = (attempt, copy) => withCopy(equipment, attempt, copy);
  const shared = makeSharedFolder(lend);
  const underWay = new Set<Promise<unknown>>();
  const own = <R>(ask: SheetPromise, commit: CommitSha, look: (folder: string) => Promise<R>): Promise<R> => {
    const answer = inFolder(lend, { ask, commit }, look);
    underWay.add(answer);
    const forget = (): boolean => underWay.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
  try {
    return await use((ask, look) =>
      (ask.part === "files"
        ? shared.folder(ask, look.commit).then((folder) => judge(equipment, ask, { ...look, folder }))
        : own(ask, look.commit, (folder) => judge(equipment, ask, { ...look, folder }))
      ).catch(unpreparedVerdict),
    );
  } finally {
    // Others may still run: their folders go before anything else happens.
    await Promise.allSettled(underWay);
    await shared.close();
  }
}

interface Asking {
  readonly ask: SheetPromise;
  readonly commit: CommitSha;
}

function inFolder<T>(lend: LendCopy, { ask, commit }: Asking, use: (folder: string) => Promise<T>): Promise<T> {
  return lend(ask.by[0], { commit, purpose: "check", use });
}

/** Only looked at: nothing that is asked there changes it. */
function makeSharedFolder(lend: LendCopy): {
  folder(ask: SheetPromise, commit: CommitSha): Promise<string>;
  close(): Promise<void>;
} {
  let opened:
    | { readonly folder: Promise<string>; readonly leave: () => void; readonly gone: Promise<void> }
    | undefined;
  const open = (ask: SheetPromise, commit: CommitSha): NonNullable<typeof opened> => {
    const over = Promise.withResolvers<undefined>();
    const folder = Promise.withResolvers<string>();
    const gone = inFolder(lend, { ask, commit }, (path) => {
      folder.resolve(path);
      return over.promise;
    }).catch(folder.reject);
    return { folder: folder.promise, leave: () => over.resolve(undefined), gone };
  };
  return {
    folder: (ask, commit) => (opened ??= open(ask, commit)).folder,
    close: async () => {
      opened?.leave();
      await opened?.gone;
    },
  };
}

/** With the equipment of the sheet's own job, while that runs. */
async function judge(
  asking: Equipment,
  { by: [promiser], part }: SheetPromise,
  { folder, commit, cancel }: Look & { readonly folder: string },
): Promise<Verdict> {
  const { job } = promiser;
  const equipment = asking.shared.queues.equipment.get(job.id)?.equipment ?? asking;
  const places = placesOf(filled(equipment, promiser, anyFolder), workspaceOf(equipment, job))[part];
  const rules = filled(equipment, promiser, folder);
  const place = await checkPlace(equipment, promiser, { folder, base: commit, result: commit, leftOut: [], cancel });
  const asked = places.flatMap((at) => (rules[at] === undefined ? [] : [{ at, rule: rules[at] }]));
  return runValidations(
    await checkParts(equipment, promiser, folder),
    asked.map(({ rule }) => rule),
    { ...place, keepOutput: (index) => place.keepOutput(asked[index]?.at ?? index) },
  );
}
