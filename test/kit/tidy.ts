import { afterAll } from "vitest";
import { removeFolders } from "./folders.ts";

// Said here and not where folders are made: where many files share a process, that module is only read for the first of them.
afterAll(removeFolders);
