import { gitignoreMatcher } from "../../base/gitignore.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { AskedTool } from "../../checks/place.ts";
import type { Finding } from "../../findings/finding.ts";
import { readChanges } from "../../git/changes.ts";
import type { PreparedTool } from "../../intake/fix/model.ts";
import type { Equipment } from "../equipment.ts";

interface Asked {
  readonly files: readonly string[];
  readonly base: CommitSha;
}

/**
 * What was collected when the job was made says what a tool of files says of them now, as long as neither they nor what
 * configures it have changed since: it need not be run on a checkout of the base. Whether something was introduced is
 * told by running it on the result.
 */
export async function foundBefore(
  equipment: Equipment,
  { tool, command, configs }: AskedTool,
  { files, base }: Asked,
): Promise<readonly Finding[] | null> {
  const record = await equipment.fixRecord();
  const isKnown = record?.tools.some((one) => one.name === tool && isSame(one, command.argv)) === true;
  if (record === undefined || record.commit === null || record.isCut === true || !isKnown) return null;
  const changes =
    record.commit === base
      ? []
      : await readChanges(equipment.git, equipment.store.gitDir, { from: record.commit, to: base });
  const asked = new Set(files);
  const isConfig = gitignoreMatcher(configs);
  const isOther = changes
    .map(({ path }) => Buffer.from(path, "latin1").toString("utf8"))
    .some((path) => asked.has(path) || isConfig(path));
  return isOther ? null : record.findings.filter((finding) => finding.tool === tool && asked.has(finding.file));
}

/** Variables may stand before it. */
function isSame({ argv, reach }: PreparedTool, asked: readonly string[]): boolean {
  return (
    reach === "file" &&
    argv.length <= asked.length &&
    argv.every((word, place) => word === asked[asked.length - argv.length + place])
  );
}
