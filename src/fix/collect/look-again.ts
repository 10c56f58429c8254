import { byText } from "../../base/line-move.ts";
import { readLineChanges } from "../../git/diff/line-changes.ts";
import { openRepository } from "../../git/repository.ts";
import type { FixRecord } from "../model.ts";
import { recheckOf } from "../verify/recheck.ts";
import type { Recheck } from "../report/shape.ts";
import { collect, filesFor } from "./collect.ts";
import { openGround } from "./ground.ts";
import type { Workshop } from "./workshop.ts";

interface Again {
  readonly folder: string;
  /** A full name; `null`: in the folder itself. */
  readonly target: string | null;
  readonly record: FixRecord;
}

/** The findings of the whole project now: verification checked each result alone. */
export async function lookAgain(workshop: Workshop, { folder, target, record }: Again): Promise<Recheck> {
  const ground = await openGround(workshop, { folder, target, inPlace: record.commit === null });
  const collected = await ground.inFiles((checkout) =>
    collect(record.tools, { ...workshop, folder: checkout, filesFor: filesFor(ground.files) }, () => undefined),
  );
  const { commit } = ground;
  if (record.commit === null || commit === null) return recheckOf(record, { commit, collected, moves: () => null });
  const { commonDir } = await openRepository(workshop.git, folder);
  const changes = byText(await readLineChanges(workshop.git, commonDir, { from: record.commit, to: commit }));
  return recheckOf(record, { commit, collected, moves: (file) => changes.get(file) ?? null });
}
