import type { Viewer } from "../api/contract.ts";
import { openViewer } from "../daemon.ts";
import { settingFrom } from "./setting.ts";

/** Opens the engine's eyes only, for commands that change nothing. */
export async function look<T>(ask: (viewer: Viewer) => Promise<T>): Promise<T> {
  const viewer = await openViewer(settingFrom(process.env));
  try {
    return await ask(viewer);
  } finally {
    await viewer.close();
  }
}
