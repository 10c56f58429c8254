import { messageOf } from "../base/error.ts";
import { nameOf } from "../base/names.ts";

/**
 * Tells of ids that can't be, and of those that are there twice. Different ids never share a name in paths and refs.
 */
export function checkIds(ids: readonly string[], report: (index: number, message: string) => void): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) report(index, `there is another sheet ${JSON.stringify(id)}`);
    seen.add(id);
    const fault = faultOf(id);
    if (fault !== null) report(index, fault);
  }
}

function faultOf(id: string): string | null {
  try {
    nameOf(id);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
