import { VoiceOpcode } from "sdkpp/wire";
import type { VoiceSession } from "./session.js";

/** The sessions of one call; sends each the state of the others (voice-transport 6.3). */
export class Room {
  readonly #sessions = new Set<VoiceSession>();

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  /**
   * Adds a session that has received op 4: sends it the present members, and announces it to them.
   * @param withholdsSpeaking whether to omit op 5
   */
  enter(newcomer: VoiceSession, withholdsSpeaking: boolean): void {
    const present = [...this.#sessions];
    this.#sessions.add(newcomer);
    if (present.length > 0) {
      newcomer.sendNumbered(VoiceOpcode.ClientsConnect, { user_ids: present.map((one) => one.userId) });
    }
    for (const other of present) introduce(other, newcomer, withholdsSpeaking);
    for (const other of present) {
      other.sendNumbered(VoiceOpcode.ClientsConnect, { user_ids: [newcomer.userId] });
      introduce(newcomer, other, withholdsSpeaking);
    }
  }

  leave(session: VoiceSession): void {
    if (!this.#sessions.delete(session)) return;
    this.broadcast(session, VoiceOpcode.ClientDisconnect, { user_id: session.userId });
  }

  /** Sends a message to all other sessions that have received op 4. */
  broadcast(from: VoiceSession, op: number, d: unknown): void {
    for (const other of this.#sessions) if (other !== from) other.sendNumbered(op, d);
  }

  /** Like {@link broadcast}, for messages that a resume does not replay. */
  relay(from: VoiceSession, op: number, d: unknown): void {
    for (const other of this.#sessions) if (other !== from) other.sendPlain(op, d);
  }
}

/** Sends flags, platform and, if known, the speaking state of `subject`. */
function introduce(subject: VoiceSession, listener: VoiceSession, withholdsSpeaking: boolean): void {
  listener.sendNumbered(VoiceOpcode.ClientFlags, { user_id: subject.userId, flags: 0 });
  listener.sendNumbered(VoiceOpcode.ClientPlatform, { user_id: subject.userId, platform: 0 });
  if (subject.speaking !== undefined && !withholdsSpeaking)
    listener.sendNumbered(VoiceOpcode.Speaking, speakingOf(subject));
}

export function speakingOf(session: VoiceSession): { speaking: number; ssrc: number; user_id: string } {
  return { speaking: session.speaking ?? 0, ssrc: session.ssrc, user_id: session.userId };
}
