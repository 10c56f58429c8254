import type { Kit } from "../../test/kit/kit.ts";
import type { Played } from "../../test/kit/perform.ts";

/** What must hold after any incident: told by git and by the product's own proof, which have to agree. */
export async function inspectAftermath(kit: Kit, played: Played): Promise<readonly string[]> {
  const report = await kit.verify();
  const ref = played.job.landsOn ?? "";
  const counts = new Map(
    Object.entries(Object.groupBy(report.landings, ({ sheet }) => sheet)).map(([sheet, landings]) => [
      sheet,
      landings?.length ?? 0,
    ]),
  );
  const onTarget = new Set(kit.git("rev-list", ref).trim().split("\n"));
  const sheets = played.job.sheets.flatMap((sheet): readonly string[] => {
    const times = counts.get(sheet.id) ?? 0;
    if (sheet.state === "landed")
      return times === 1 ? [] : [`${sheet.id} is said to have landed, and did ${String(times)} times`];
    if (times > 0) return [`${sheet.id} is ${sheet.state}, and on the target`];
    if (sheet.state !== "failed") return [];
    return sheet.kept === null ? [`the work of ${sheet.id} is not kept`] : [];
  });
  const kept = await Promise.all(
    played.job.sheets.map(async ({ id, kept: commit }) =>
      commit === null || (await isThere(kit, commit)) ? [] : [`${id} is kept at ${commit}, which is not there`],
    ),
  );
  return [
    ...sheets,
    ...kept.flat(),
    ...report.landings.flatMap(({ sheet, problems, absent }) =>
      [...problems, ...absent].map((text) => `verify of ${sheet}: ${text}`),
    ),
    ...report.missing.map(({ sheet }) => `${sheet} is recorded as landed, and is missing`),
    ...report.landings.filter(({ commit }) => !onTarget.has(commit)).map(({ sheet }) => `${sheet} is not on ${ref}`),
    ...fsck(kit),
  ];
}

async function isThere(kit: Kit, commit: string): Promise<boolean> {
  return (await kit.store("cat-file", "-t", commit).catch(() => "")).trim() === "commit";
}

export function fsck(kit: Kit): readonly string[] {
  try {
    kit.git("fsck", "--full", "--no-dangling", "--no-progress");
    return [];
  } catch (error) {
    return [`git fsck: ${String(error)}`];
  }
}
