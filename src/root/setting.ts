import { sharedFolder } from "../base/home/home.ts";
import type { Settings } from "../config/keys.ts";
import type { NotificationSettings } from "../config/notifications/channels.ts";
import type { Calls } from "../process/calls.ts";
import type { WriteFleet } from "../store/postgres/transact.ts";

/** What the outside tells the composition root. */
export interface Setting {
  /** Tutti's own folder. */
  readonly home: string;
  /** Where locks lie that several homes share; by default in the home. */
  readonly locks?: string;
  /** What all homes of a user share; absent: where the environment says. */
  readonly shared?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly executables: Executables;
  /** As they are now: a reload may change them. */
  readonly settings: () => Settings;
  /** Who is told what, read anew each time. */
  readonly notifications: () => Promise<NotificationSettings>;
}

/** How Tutti is opened. */
export interface Opening {
  /** Called when another Tutti works in this home and is waited for. */
  readonly onWait: () => void;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  /** Called while another conductor leads the store, by whatever name it has; absent: a notice says so. */
  readonly onStandby?: (holder: string) => void;
  /** Records every program that is started. */
  readonly calls?: Calls;
  /** Writes what a fleet keeps in the journal's transaction. */
  readonly writeFleet?: WriteFleet;
  /** A job is to be rebuilt without its records: a damaged database is moved aside. */
  readonly infers?: boolean;
}

/** Programs of our own that agents are run with. */
export interface Executables {
  /** The scripted agent. */
  readonly scripted: string;
  /** The Node that runs the bridges. */
  readonly node: string;
  readonly bridges: { readonly acp: string; readonly http: string };
}

/** What all homes of this user share; null: nothing can be shared. */
export function sharedOf({ shared, env }: Setting): string | null {
  return shared ?? sharedFolder(env);
}
