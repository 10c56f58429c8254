import { describe } from "vitest";

/** Stories that are too long for every day: `TUTTI_LONG=1 vitest run test/scenarios/landing` plays them; `npm test` names them as skipped. */
export const describeLong: typeof describe = process.env["TUTTI_LONG"] === "1" ? describe : (describe.skip as typeof describe);
