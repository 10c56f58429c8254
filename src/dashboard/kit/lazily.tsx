import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from "react";
import { Problem } from "./ui/parts.tsx";

export type Lazy<P> = ComponentType<P> & { readonly preload: () => Promise<void> };

/**
 * A part whose code is loaded when it is first shown, or earlier by `preload`. Suspense is not used: React holds what was
 * suspended back for 300 ms after its fallback was drawn.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (part) => void (loaded = part),
      (fault: unknown) => {
        loading = null;
        throw fault;
      },
    ));
  const Lazily = (props: P): ReactNode => {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const [fault, setFault] = useState<string | null>(null);
    useEffect(() => {
      if (loaded === null) preload().then(draw, (why: unknown) => setFault(String(why)));
    }, []);
    if (fault !== null)
      return <Problem error={{ message: `This part can't be loaded. (${fault})`, hint: "Reload the page." }} />;
    const Part = loaded;
    return Part === null ? <p className="loading faint">Loading …</p> : <Part {...props} />;
  };
  return Object.assign(Lazily, { preload });
}
