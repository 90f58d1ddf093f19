import type { NamedMessage, SentError } from "./messages.js";
import type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";

/** A call, a player or a question that voice processes have, one after the other. */
export interface Hosted {
  /** nothing else of this process has it */
  readonly name: string;
  /** whether it is kept, and counted. The others come first in the next voice process: calls send the sound of players */
  readonly isCall: boolean;
  /** whether the program stays for it */
  readonly isNeeded: boolean;
  /** A process is there for it. */
  assign(process: SupervisedProcess): void;
  /** Its process has ended. */
  lost(end: ProcessEnd): void;
  heard(report: NamedMessage): void;
  /** No process can have it, or its supervisor was closed (DESTROYED). */
  over(error: SentError): void;
}
