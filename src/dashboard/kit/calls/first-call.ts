import type { QueryClient } from "@tanstack/react-query";
import type { Method, Params } from "../../../api/tutti.ts";
import { call } from "./call.ts";

/** A call that is sent before the page that needs its answer is there. */
export type FirstCall = (client: QueryClient) => void;

/** `useAsk` finds the answer by the same method and params. */
export function firstCall<M extends Method>(method: M, params: Params<M>): FirstCall {
  return (client) =>
    void client.query({ queryKey: [method, params], queryFn: () => call(method, params) }).catch(() => undefined);
}
