import type { Settings } from "../../config/keys.ts";
import { type DiskRoom, governDisk } from "../../isolation/disk/govern.ts";
import { floorOf } from "../../isolation/disk/limits.ts";
import type { Memory, OpenFiles } from "../../process/resources.ts";
import { memoryFloor, sheetLimit } from "../../wiring/admission.ts";
import { type Finding, bad, ok, warn } from "./check.ts";

/** As package.json and the launcher say. */
const oldestNode = [22, 13] as const;

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return isNewEnough ? ok(version) : bad(`${version} is too old`, `Install Node ${oldestNode.join(".")} or newer.`);
}

export function diskFinding(room: DiskRoom, settings: Settings): Finding {
  const limits = { warningBytes: settings["limits.disk_warning"], floorBytes: settings["limits.disk_floor"] };
  const free = `${gigabytes(room.freeBytes)} of ${gigabytes(room.totalBytes)} free where Tutti's folder lies`;
  const fix = "Make room: tutti clean shows what Tutti could give back.";
  switch (governDisk(room, limits)) {
    case "ample":
      return ok(free);
    case "low":
      return warn(`${free}; below ${gigabytes(limits.warningBytes)} artefacts are cleared away`, fix);
    case "short":
    case "full":
      return bad(`${free}; below ${gigabytes(floorOf(limits, room.totalBytes))} no sheet starts`, fix);
  }
}

export function memoryFinding(memory: Memory, settings: Settings): Finding {
  if (memory.availableBytes === null) return ok("this system does not tell how much is available");
  const floor = memoryFloor(settings, memory);
  const available = `${gigabytes(memory.availableBytes)} of ${gigabytes(memory.totalBytes)} available`;
  if (memory.availableBytes >= floor) return ok(available);
  return bad(
    `${available}; below ${gigabytes(floor)} no sheet starts`,
    "End other programs, or lower the floor: tutti config set limits.memory_floor 200MB",
  );
}

/** Of whoever asks: a conductor that was started elsewhere may have another limit. */
export function filesFinding(
  sight: { readonly settings: Settings; readonly memory: Memory; readonly files: OpenFiles },
  cores: number,
): Finding {
  const { limit, used } = sight.files;
  if (limit === null) return ok("no limit");
  const { sheets, why } = sheetLimit(sight, { idleFiles: used, cores });
  const detail = `${String(limit)} may be open; ${String(sheets)} sheets at once (${why})`;
  return limit >= 1024 ? ok(detail) : warn(detail, "Raise the limit before the conductor starts: ulimit -n 4096");
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
