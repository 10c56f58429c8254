import { readSettings } from "../config/read.ts";

/** How many sheets at once the settings of a checkout ask for; `null`: what the score says. */
export async function parallelHere(folder: string): Promise<number | null> {
  return (await readSettings({ env: process.env, project: folder })).settings.parallel;
}
