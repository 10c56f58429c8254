import type { Template } from "./starter.ts";
import { basic } from "./templates/basic.ts";
import { fanOut } from "./templates/fan-out.ts";
import { fixFiles } from "./templates/fix-files.ts";
import { pipeline } from "./templates/pipeline.ts";
import { review } from "./templates/review.ts";

/** The simplest first. */
export const templates: readonly Template[] = [basic, fanOut, review, pipeline, fixFiles];
