import type { AskedFiles, AskedTool } from "../../checks/place.ts";
import type { Finding } from "../../findings/finding.ts";
import { readObjectsAt } from "../../git/scope-files.ts";
import type { PreparedTool } from "../../intake/fix/model.ts";
import type { Equipment } from "../equipment.ts";

/**
 * What was collected when the job was made says what a tool of files says of them now, as long as they and its configuration are the
 * same: it need not be run on a checkout of the base. Whether something was introduced is told by running it on the result.
 */
export async function foundBefore(
  equipment: Equipment,
  { tool, command }: AskedTool,
  { asked, paths, objects }: AskedFiles,
): Promise<readonly Finding[] | null> {
  const record = await equipment.fixRecord();
  const known = record?.tools.find(({ name }) => name === tool);
  if (record === undefined || record.commit === null || record.isCut === true || known === undefined || !isSame(known, command.argv)) return null;
  const then = await readObjectsAt(equipment.git, equipment.store.repository.commonDir, { commit: record.commit, paths });
  if (paths.some((path) => then.get(path) !== objects.get(path))) return null;
  const files = new Set(asked);
  return record.findings.filter((finding) => finding.tool === tool && files.has(finding.file));
}

/** Variables may stand before it. */
function isSame({ argv, reach }: PreparedTool, asked: readonly string[]): boolean {
  return reach === "file" && argv.length <= asked.length && argv.every((word, place) => word === asked[asked.length - argv.length + place]);
}
