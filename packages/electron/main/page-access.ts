import { originOf } from "./origins.js";

/** What is known of a frame that asks for a port. */
export interface AskingFrame {
  readonly url: string;
  /** as Chromium says it */
  readonly origin: string;
  /** null: it is the main frame of its page */
  readonly parent: object | null;
  /** its page is at its end */
  readonly detached: boolean;
  readonly isDestroyed: boolean;
}

/** Whether a frame may have a port, and why not. */
export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/**
 * Decides whether a frame may have a port: the main frame of a page whose origin is listed, character for character.
 * @param frame null: it is gone
 */
export function mayHavePort(frame: AskingFrame | null, origins: readonly string[]): Verdict {
  if (frame === null || frame.isDestroyed || frame.detached)
    return no("the frame has navigated or is closed");
  if (frame.parent !== null)
    return no("only the main frame of a window may have a port, not one inside of it");
  // What inherits its origin, such as about:blank, has an address that says another one.
  if (originOf(frame.url) !== frame.origin)
    return no(`the origin ${frame.origin} is not that of the page's address`);
  if (!origins.includes(frame.origin))
    return no(`the origin ${frame.origin} is not one of ${origins.join(", ")}`);
  return { allowed: true };
}

const no = (reason: string): Verdict => ({ allowed: false, reason });
