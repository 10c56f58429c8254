/** A wish to stop, from whoever comes first: a signal, a client, or the lack of anything to do. */
export interface StopRequest {
  readonly request: (why: string) => void;
  /** Why, once somebody wished it. */
  readonly requested: Promise<string>;
  isRequested(): boolean;
}

export function makeStopRequest(): StopRequest {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isRequested = false;
  return {
    request: (why) => {
      isRequested = true;
      resolve(why);
    },
    requested: promise,
    isRequested: () => isRequested,
  };
}
