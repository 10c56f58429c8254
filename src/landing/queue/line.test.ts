import { expect, it } from "vitest";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { EpochMs } from "../../base/ids.ts";
import { gitGround } from "../ground/git-ground.ts";
import { formLine } from "./line.ts";
import type { Entry, OpenOffer } from "./offer.ts";

it("nothing is stacked on a change of the gates: it has to pass them as they are once that has landed", async () => {
  const user = makeRepository({ "a.txt": "a\n" });
  const base = user.head();
  const captures = [{ ".tutti/gates.yaml": "gates: []\n" }, { "z.txt": "z\n" }].map((files) => {
    user.git("reset", "-q", "--hard", base);
    return user.commit(files);
  });
  user.git("reset", "-q", "--hard", base);
  const ground = gitGround(await landingHands(user), { ref: "refs/heads/main", origin: null });
  const ids = ["gates", "z"];
  const job = makeJob("job-1", ids);
  const entries = captures.map((capture, place): Entry => {
    const sheet = makeSheet(ids[place] ?? "");
    return {
      candidate: candidateOf({ job, sheet, base, capture, isReviewed: true }),
      offer: {} as OpenOffer,
      since: 0 as EpochMs,
    };
  });
  const sheets = async (order: readonly Entry[]): Promise<readonly string[]> =>
    (await formLine({ ground, seen: { forgiven: new Set() } }, await ground.open(), order)).places.map(
      ({ entry }) => entry.candidate.sheet.id,
    );
  expect(await sheets(entries)).toEqual(["gates"]);
  expect(await sheets(entries.toReversed())).toEqual(["z", "gates"]);
});
