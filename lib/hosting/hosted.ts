import type { NamedMessage, SentError } from "./messages.js";
import type { ProcessEnd, SupervisedProcess } from "./supervised-process.js";

/**
 * - `moved`: it goes on in the other process
 * - `stays`: it goes on where it was
 * - `lost`: no process has it. One that it is assigned to goes on with what is kept of it
 */
export type MoveOutcome = "moved" | "stays" | "lost";

/** A call, a player or a question that voice processes have, one after the other. */
export interface Hosted {
  /** nothing else of this process has it */
  readonly name: string;
  /** whether it is kept, and counted. The others come first in the next voice process: calls send the sound of players */
  readonly isCall: boolean;
  /** whether the program stays for it */
  readonly isNeeded: boolean;
  /** Whether this process has it. */
  isIn(process: SupervisedProcess): boolean;
  /** Whether a process has it. */
  readonly isAssigned: boolean;
  /** Of a call: the player whose sound it sends. That is in a process before its calls. */
  readonly player?: Hosted | undefined;
  /** A process is there for it. */
  assign(process: SupervisedProcess): void;
  /** A process has ended: its own, one that it is on its way to, or another one. */
  lost(end: ProcessEnd, process: SupervisedProcess): void;
  /** It is to go on in another process, while its own one lives. Never rejects. */
  move(to: SupervisedProcess): Promise<MoveOutcome>;
  /** Resolves when the process that it has left has nothing to do for it any more. */
  departed(): Promise<void>;
  heard(report: NamedMessage, process: SupervisedProcess): void;
  /** No process can have it, or its supervisor was closed (DESTROYED). */
  over(error: SentError): void;
}
