import type { SessionClient } from "sdkpp";
import type { Pages } from "./attached-window.js";

/** What happens to whoever has the client. */
export interface HostEvents {
  /** its process has ended, and another one follows after the pause, milliseconds */
  readonly ended: (reason: string, pauseMs: number) => void;
  /** another process has the client: pages need other ports */
  readonly restarted: () => void;
}

/** What a page may ask whoever keeps the player signed in. */
export interface SignInParts {
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

/** Who has the client: a process of its own, or main. */
export interface ClientHost {
  /** as the session uses it */
  readonly client: SessionClient;
  readonly pages: Pages;
  /** of the process with the client, when that is another one */
  readonly pid: number | undefined;
  readonly voicePids: number[];
  /** Gives the arguments of a start to the client. */
  handleLaunch(argv: readonly string[]): void;
  /** Tells the client's calls whether the push-to-talk key is down. Without a process it is lost: the next one takes the key for up. */
  setTalkKey(isDown: boolean): void;
  close(): void;
}
