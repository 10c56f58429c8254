import type { Book } from "../../../conductor/book.ts";
import type { Revalidated, Revalidation } from "../../revalidation.ts";
import type { Asked } from "../../schema/methods.ts";
import { goOn } from "../jobs/go-on.ts";
import type { JobParts } from "../jobs/parts.ts";
import { requireNobodyIn } from "./nobody-in.ts";
import type { Judgement } from "./revalidate.ts";

/** Takes what passed for the result of its sheet, and goes on with the job. `dryRun`: nothing is made of it. */
export async function acceptGood(
  parts: JobParts,
  asked: Asked<"job.revalidate">,
  judged: readonly Judgement[],
): Promise<Revalidation> {
  const good = asked.dryRun ? [] : judged.filter(({ isGood }) => isGood);
  const about = { job: asked.job, position: await parts.store.position(), sheets: judged.map(shownOf) };
  if (good.length === 0) return { ...about, goesOn: false };
  await requireNobodyIn(
    parts,
    asked.job,
    good.map(({ id }) => id),
  );
  const say = async (book: Book): Promise<void> => {
    await book.recordSheets(
      good.flatMap(({ id, work }) =>
        work === null ? [] : [{ sheet: id, event: { kind: "judged", at: parts.world.now(), changed: true, ...work } }],
      ),
    );
  };
  const { position } = await goOn(parts, asked.job, { parallel: null, say });
  return { ...about, position, goesOn: true };
}

function shownOf({ sheet, state, snapshot, isGood, passed, failed, refused }: Judgement): Revalidated {
  return { sheet, state, snapshot, isGood, passed, failed, refused };
}
