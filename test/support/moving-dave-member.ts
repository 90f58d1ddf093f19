import { createHash } from "node:crypto";
import { expect } from "vitest";
import {
  DaveSession,
  generateSignatureKey,
  type DaveOutput,
  type DaveSessionOptions,
  type RandomBytes,
  type SignatureKeyPair,
} from "../../lib/protocol/index.js";
import { parseVoiceMessage } from "../../lib/protocol/voice/messages.js";
import {
  decodeDaveProposals,
  decodeDaveTransition,
  encodeCommitWelcome,
  VoiceOpcode,
} from "../../lib/wire/index.js";
import type { DaveClient, DaveMessage } from "./davey-member.js";
import { readerOf, savedBytes } from "./saved-copies.js";

/** One input of a session, at a time of its clock. */
export type DaveInputStep = (session: DaveSession, nowMs: number) => void;

/** Reproducible bytes that can go on from the same place twice. */
class ForkedBytes {
  #counter: number;

  constructor(
    readonly seed: string,
    counter = 0,
  ) {
    this.#counter = counter;
  }

  readonly next: RandomBytes = (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 32) {
      const block = createHash("sha256")
        .update(`${this.seed}/${String(this.#counter++)}`)
        .digest();
      bytes.set(block.subarray(0, length - at), at);
    }
    return bytes;
  };

  fork(): ForkedBytes {
    return new ForkedBytes(this.seed, this.#counter);
  }
}

interface Twin {
  readonly session: DaveSession;
  readonly shiftMs: number;
}

/** Where a session was when it was saved. */
export type Moment = "random" | "ready" | "ownCommit" | "leaving" | "entering" | "waiting" | "alone";

/**
 * A member that lives on in restored copies of itself beside itself: all get the same inputs, each on a time line of its
 * own, and must answer with the same outputs.
 */
export class MovingDaveMember implements DaveClient {
  readonly moments = new Map<Moment, number>();
  /** all inputs, with their times */
  readonly steps: { readonly step: DaveInputStep; readonly nowMs: number }[] = [];
  /** decides whether the session moves at a moment, 0 to below 1 */
  chance: (moment: Moment) => boolean = () => false;
  session: DaveSession;
  readonly key: SignatureKeyPair;
  readonly #random: ForkedBytes;
  #twins: Twin[] = [];
  #isInterrupted = false;

  constructor(
    readonly userId: string,
    channelId: string,
    seed: string,
    readonly requirement: DaveSessionOptions["requirement"] = "preferred",
  ) {
    this.#random = new ForkedBytes(seed);
    this.key = generateSignatureKey(this.#random.next);
    this.session = new DaveSession(this.options());
    this.session.begin({ userId: BigInt(userId), groupId: BigInt(channelId) });
    outputsOf(this.session);
  }

  options(random = this.#random): DaveSessionOptions {
    return {
      random: random.next,
      maxVersion: 1,
      requirement: this.requirement,
      signatureKey: () => this.key,
    };
  }

  /** Options for a restored session that draws the same bytes as this one from here on. */
  forkedOptions(): DaveSessionOptions {
    return this.options(this.#random.fork());
  }

  get privacyCode(): string | undefined {
    const { privacyCode, version } = this.session.status;
    return privacyCode === "" || version === 0 ? undefined : privacyCode;
  }

  receive(message: DaveMessage, at = 0): DaveMessage[] {
    // Whole milliseconds, so that time lines are the same to the last bit.
    const nowMs = Math.ceil(at);
    if (this.#isInterrupted) this.#run((session, now) => session.resumed(now), nowMs);
    this.#isInterrupted = false;
    this.wake(nowMs);
    const outputs = this.#run(stepOf(message), nowMs);
    const moment = this.#momentOf(outputs);
    if (this.chance(moment)) this.move(moment, nowMs);
    return outputs.flatMap(answerTo);
  }

  /** Handles what is due. */
  wake(at: number): void {
    const nowMs = Math.ceil(at);
    if ((this.session.nextDeadline() ?? Infinity) <= nowMs)
      this.#run((session, now) => session.timeout(now), nowMs);
  }

  undecryptable(userId: string, at: number): DaveMessage[] {
    return this.#run((session, now) => session.undecryptable(BigInt(userId), now), Math.ceil(at)).flatMap(
      answerTo,
    );
  }

  /** Saves the session and restores it beside itself, as after a lost socket. */
  move(moment: Moment, at: number): void {
    const nowMs = Math.ceil(at);
    this.moments.set(moment, (this.moments.get(moment) ?? 0) + 1);
    this.#run((session, now) => session.interrupted(now), nowMs);
    this.#isInterrupted = true;
    const bytes = savedBytes(this.session, nowMs);
    const shiftMs = 1000 * (this.steps.length % 7) - 3000;
    const session = DaveSession.restore(readerOf(bytes, nowMs + shiftMs), this.forkedOptions());
    expect(Buffer.compare(savedBytes(session, nowMs + shiftMs), bytes)).toBe(0);
    this.#twins = [...this.#twins.slice(-1), { session, shiftMs }];
    this.#compare(nowMs, []);
  }

  #run(step: DaveInputStep, nowMs: number): DaveOutput[] {
    this.steps.push({ step, nowMs });
    step(this.session, nowMs);
    const outputs = outputsOf(this.session);
    for (const { session, shiftMs } of this.#twins) step(session, nowMs + shiftMs);
    this.#compare(nowMs, outputs);
    return outputs;
  }

  #compare(nowMs: number, outputs: readonly DaveOutput[]): void {
    const { session } = this;
    const expected = view(session, outputs, session.nextDeadline());
    for (const twin of this.#twins) {
      const deadline = twin.session.nextDeadline();
      const shown = view(twin.session, outputsOf(twin.session), deadline && deadline - twin.shiftMs);
      expect(shown, `input ${String(this.steps.length)} at ${String(nowMs)}`).toBe(expected);
    }
  }

  #momentOf(outputs: readonly DaveOutput[]): Moment {
    const types = outputs.map(({ type }) => type);
    if (types.includes("commitWelcome")) return "ownCommit";
    if (types.includes("ready")) return "ready";
    const { state } = this.session.status;
    if (state === "leaving" || state === "entering") return state;
    if (this.session.state === "awaiting") return "waiting";
    return this.session.state === "pending" ? "alone" : "random";
  }
}

export function outputsOf(session: DaveSession): DaveOutput[] {
  const outputs: DaveOutput[] = [];
  for (let output = session.poll(); output !== undefined; output = session.poll()) outputs.push(output);
  return outputs;
}

function view(session: DaveSession, outputs: readonly DaveOutput[], deadline: number | undefined): string {
  const { state, status } = session;
  return JSON.stringify(
    { outputs, state, status, members: session.members(), deadline },
    (_key, value: unknown) => {
      if (typeof value === "bigint") return String(value);
      return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
    },
  );
}

function stepOf(message: DaveMessage): DaveInputStep {
  if ("payload" in message) return binaryStep(message.op, Uint8Array.from(message.payload));
  const { op, d } = message;
  if (op === VoiceOpcode.SessionDescription)
    return (session, now) =>
      session.described((d as { dave_protocol_version: number }).dave_protocol_version, now);
  const parsed = parseVoiceMessage(op, d);
  switch (parsed?.type) {
    case "clientsConnect":
      return (session) => session.clientsConnected(parsed.userIds);
    case "clientDisconnect":
      return (session, now) => session.clientDisconnected(parsed.userId, now);
    case "prepareTransition":
      return (session, now) => session.prepareTransition(parsed.transitionId, parsed.version, now);
    case "executeTransition":
      return (session, now) => session.executeTransition(parsed.transitionId, now);
    case "prepareEpoch":
      return (session, now) => session.prepareEpoch(parsed.epoch, parsed.version, now);
    default:
      throw new Error(`op ${String(op)} is malformed`);
  }
}

function binaryStep(op: number, payload: Uint8Array): DaveInputStep {
  if (op === VoiceOpcode.MlsExternalSender) return (session) => session.externalSender(payload);
  if (op === VoiceOpcode.MlsProposals) {
    const proposals = decodeDaveProposals(payload);
    return proposals.operation === "append"
      ? (session) => session.appendProposals(proposals.messages)
      : (session) => session.revokeProposals(proposals.references);
  }
  const { transitionId, message } = decodeDaveTransition(payload);
  return op === VoiceOpcode.MlsWelcome
    ? (session, now) => session.welcomed(transitionId, message, now)
    : (session, now) => session.commitAnnounced(transitionId, message, now);
}

function answerTo(output: DaveOutput): DaveMessage[] {
  switch (output.type) {
    case "ready":
      return [{ op: VoiceOpcode.DaveTransitionReady, d: { transition_id: output.transitionId } }];
    case "invalidCommitWelcome":
      return [{ op: VoiceOpcode.MlsInvalidCommitWelcome, d: { transition_id: output.transitionId } }];
    case "keyPackage":
      return [{ op: VoiceOpcode.MlsKeyPackage, payload: output.bytes }];
    case "commitWelcome":
      return [
        { op: VoiceOpcode.MlsCommitWelcome, payload: encodeCommitWelcome(output.commit, output.welcome) },
      ];
    default:
      return [];
  }
}
