import type { Progress } from "../api/contract.ts";

/** Shows what happens while it happens: JSON lines for programs, a live view for people, plain lines for logs. */
export interface ProgressView {
  show(progress: Progress): void;
  close(): void;
}
