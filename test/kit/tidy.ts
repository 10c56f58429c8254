import { afterAll, afterEach } from "vitest";
import { tidyAfter } from "./afterwards.ts";
import { removeFolders } from "./folders.ts";

// Said here and not where the kit makes what is tidied up: where many files share a process, those modules are only
// read for the first of them.
afterEach(() => tidyAfter("each test"));
afterAll(async () => {
  await tidyAfter("each file");
  removeFolders();
});
