/** Outcomes, once and for all: scripts rely on them. */
export const exitCodes = {
  /** Everything landed or was done. */
  good: 0,
  /** Some sheets failed, or a landing could not be verified. */
  failed: 1,
  /** The command line or the score is wrong; nothing was started. */
  usage: 2,
  /** Paused or parked: there is more to do, later, or once a person has said or done something. */
  paused: 3,
  /** Nothing was started, because every attempt would fail: a person has to repair the set-up, or say --force. */
  unready: 4,
  /** A fault of Tutti's own. */
  bug: 70,
  /** Stopped by a person. */
  interrupted: 130,
} as const;
