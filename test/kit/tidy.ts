import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { tidyAfter } from "./afterwards.ts";
import { removeFolders, tempFolder } from "./folders.ts";

// The state that homes of a user share is not that of the person who runs the tests: limits of a test would be theirs.
process.env["XDG_STATE_HOME"] = tempFolder();

// Said here and not where the kit makes what is tidied up: where many files share a process, those modules are only
// read for the first of them.
if (process.env["TUTTI_TEST_STORE"] === "postgres") {
  const prepare = async (): Promise<void> => (await import("./stores.ts")).prepareStores();
  // Some stories are played once for all tests of a file.
  beforeAll(prepare);
  beforeEach(prepare);
}
afterEach(() => tidyAfter("each test"));
afterAll(async () => {
  await tidyAfter("each file");
  removeFolders();
});
