import type { PlayerNews, SentError } from "../process/messages.js";
import type { SupervisedProcess } from "./supervised-process.js";

/** A player that voice processes have, one after the other. */
export interface SupervisedPlayer {
  /** of all players of this process no other has it */
  readonly name: string;
  /** A process is there for it. */
  assign(process: SupervisedProcess): void;
  /** Its process has ended. */
  lost(): void;
  heard(news: PlayerNews): void;
  /** No process can have it: what it has to play fails. */
  failed(error: SentError): void;
  close(): void;
}
