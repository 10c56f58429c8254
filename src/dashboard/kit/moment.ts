/** The moment that an address names (`?at=POSITION`), so that it can be shared; `null`: now. */
export function positionIn(search: string): number | null {
  const text = new URLSearchParams(search).get("at");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `14:03:05`, with the day where it is not today's. */
export function clockTime(at: number, now: number): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString([], { hour12: false });
  return moment.toDateString() === new Date(now).toDateString() ? time : `${moment.toLocaleDateString()} ${time}`;
}
