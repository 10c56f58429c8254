import { Component, type ReactNode } from "react";
import { Problem } from "../kit/ui/parts.tsx";

/** A fault in one page leaves the others usable. */
export class Guard extends Component<{ readonly children: ReactNode }, { readonly fault: Error | null }> {
  override state: { readonly fault: Error | null } = { fault: null };

  static getDerivedStateFromError(fault: Error): { readonly fault: Error } {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <Problem
        error={{ message: `This page has a fault: ${fault.message}`, hint: "Reload it. Jobs are not affected." }}
      />
    );
  }
}
