import { messageOf } from "../base/error.ts";
import { nameOf } from "../base/names.ts";

/** Tells of ids that can't be, and of those that are there twice or would share a name in paths and refs. */
export function checkIds(ids: readonly string[], report: (index: number, message: string) => void): void {
  const owners = new Map<string, string>();
  for (const [index, id] of ids.entries()) {
    const name = nameOrFault(id, (fault) => {
      report(index, fault);
    });
    if (name === null) continue;
    const owner = owners.get(name);
    if (owner === undefined) owners.set(name, id);
    else report(index, owner === id ? `there is another sheet ${JSON.stringify(id)}` : `has the same name on disk as ${JSON.stringify(owner)}`);
  }
}

function nameOrFault(id: string, report: (fault: string) => void): string | null {
  try {
    return nameOf(id);
  } catch (error) {
    report(messageOf(error));
    return null;
  }
}
