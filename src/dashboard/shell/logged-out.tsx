import type { ReactNode } from "react";

export function LoggedOut(): ReactNode {
  return (
    <main className="door">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8.7 9.7h7.6M12.7 16h10.6M10.7 22.3h4.6" />
      </svg>
      <h1>This browser is not logged in</h1>
      <p>
        Run <code>tutti dashboard</code> in a terminal. It prints a link that logs this browser in, once.
      </p>
      <p className="faint">A conductor that was restarted knows no browser any more.</p>
    </main>
  );
}
