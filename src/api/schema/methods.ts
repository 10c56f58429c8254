import type { z } from "zod";
import { agentMethods } from "./agents.ts";
import { conductorMethods, eventMethods } from "./conductor.ts";
import { contextMethods } from "./context.ts";
import { findingMethods } from "./findings.ts";
import { fixMethods } from "./fix.ts";
import { gateMethods } from "./gates.ts";
import { jobMethods } from "./job.ts";
import { landingMethods } from "./landing.ts";
import { pullMethods } from "./pulls.ts";
import { queueMethods } from "./queue.ts";
import { radarMethods } from "./radar.ts";
import { reviewMethods } from "./review.ts";
import { sheetMethods } from "./sheet.ts";

/** Every method there is, with what it takes. What it gives is in `results.ts`. */
export const methods = {
  ...jobMethods,
  ...sheetMethods,
  ...contextMethods,
  ...landingMethods,
  ...gateMethods,
  ...queueMethods,
  ...reviewMethods,
  ...pullMethods,
  ...radarMethods,
  ...findingMethods,
  ...fixMethods,
  ...agentMethods,
  ...conductorMethods,
  ...eventMethods,
};

/** What a caller gives, method by method. */
export type ParamsByMethod = { readonly [M in keyof typeof methods]: z.input<(typeof methods)[M]> };
export type Method = keyof ParamsByMethod;
export type Params<M extends Method> = ParamsByMethod[M];
/** What a handler gets: checked, and with its defaults. */
export type Asked<M extends Method> = z.output<(typeof methods)[M]>;
