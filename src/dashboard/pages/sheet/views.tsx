import type { ReactNode } from "react";
import { lazily } from "../../kit/lazily.tsx";
import { Explained } from "./explained.tsx";
import { Log } from "./log/log.tsx";
import { Output } from "./log/output.tsx";
import type { OneSheet } from "./one-sheet.ts";
import { Prompt } from "./prompt.tsx";
import { Receipt } from "./receipt.tsx";
import { Snapshots } from "./snapshots.tsx";
import { Validations } from "./validations.tsx";

const Diff = lazily(async () => (await import("./diff/diff.tsx")).Diff);
const RawLog = lazily(async () => (await import("./log/raw-log.tsx")).RawLog);

/** The view of a tab of the page. */
export function viewOf(tab: string, one: OneSheet): ReactNode {
  switch (tab) {
    case "terminal":
      return <RawLog {...one} />;
    case "output":
      return <Output {...one} />;
    case "diff":
      return <Diff {...one} />;
    case "validations":
      return <Validations {...one} />;
    case "prompt":
      return <Prompt {...one} />;
    case "snapshots":
      return <Snapshots {...one} />;
    case "why":
      return <Explained {...one} />;
    case "receipt":
      return <Receipt {...one} />;
    default:
      return <Log {...one} />;
  }
}
