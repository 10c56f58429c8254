type Tidying = () => unknown;

const eachTest: Tidying[] = [];
const eachFile: Tidying[] = [];

/**
 * Work that a part of the kit does after each test, or after each file of them. A part's own hooks would only run in
 * the first file of a process: where files share one, a module is read once.
 */
export function afterwards(when: "each test" | "each file", tidying: Tidying): void {
  (when === "each test" ? eachTest : eachFile).push(tidying);
}

export async function tidyAfter(when: "each test" | "each file"): Promise<void> {
  for (const tidying of when === "each test" ? eachTest : eachFile) await tidying();
}
