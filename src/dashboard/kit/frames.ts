/** How the page kept up: frames that took longer than a person lets pass. */
let longest = 0;
let over = 0;
const isMeasured =
  "PerformanceObserver" in window && PerformanceObserver.supportedEntryTypes.includes("long-animation-frame");

/** The browser reports frames over 50 ms, and no others: counting costs nothing. */
export function watchFrames(): void {
  if (!isMeasured) return;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      over += 1;
      longest = Math.max(longest, duration);
    }
  }).observe({ type: "long-animation-frame", buffered: true });
}

export function frameWords(): string {
  if (!isMeasured) return "This browser does not measure frames.";
  return over === 0
    ? "No frame of this page took over 50 ms."
    : `${String(over)} frames of this page took over 50 ms, the longest ${String(Math.round(longest))} ms.`;
}
