import type { Brake } from "./brake.ts";
import type { Watch } from "./deadline.ts";
import { continueTree, stopTree, type Tree } from "./tree.ts";

/** One running tree that follows the brake. */
export interface Hold {
  /** It is being ended, so it has to run, whatever the brake does from now on. */
  readonly letGo: () => void;
  /** It is over: what is left of it stays stopped until it is ended. */
  readonly stop: () => void;
}

/** Without a brake, for a program that must never be stopped, there is nothing to follow. */
export function holdWhileBraked(brake: Brake | null, tree: Tree, watch: Watch): Hold {
  if (brake === null) return { letGo: () => {}, stop: () => {} };
  let isHeld = false;

  function follow(on: boolean): void {
    if (on === isHeld) return;
    isHeld = on;
    if (on) {
      stopTree(tree);
      watch.pause();
    } else {
      continueTree(tree);
      watch.resume();
    }
  }

  const unsubscribe = brake.subscribe(follow);
  follow(brake.isOn());
  return {
    letGo: () => {
      unsubscribe();
      follow(false);
    },
    stop: unsubscribe,
  };
}
