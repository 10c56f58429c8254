import { open, rename, rm } from "node:fs/promises";

/** All of it or nothing, also after a power cut; for the user's eyes only. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
