import type { Hosted } from "../../hosting/index.js";
import type { PlaybackNews, SentInput } from "../process/messages.js";

/** The source or the player of a call in a voice process. */
export interface HostedInput {
  readonly id: number;
  /** Whether it moves on, as far as the process said. */
  readonly isMoving: boolean;
  /** For the process that is to go on with it; undefined: it is over. */
  readonly sent: SentInput | undefined;
  /** A player; undefined: a source of the call's own. */
  readonly player: Hosted | undefined;
  /** Its process has ended, or handed the call over. */
  lost(): void;
  heard(news: PlaybackNews): void;
  end(outcome: "stopped"): void;
}
