import { isSameBytes, type PublicMessage } from "../../wire/index.js";
import { MlsError } from "../mls/error.js";
import type { MlsGroup, MlsMember } from "../mls/group.js";
import type { DaveOutput, DaveStatus } from "./output.js";
import { OwnGroup, type DaveIdentity, type OwnGroupOptions } from "./own-group.js";
import { TransitionLog, type PreparedTransition } from "./transition-log.js";
import { DAVE_TRANSITIONS, type DaveAction, type DaveInput, type DaveState } from "./transitions.js";

/** How a member is checked by others; see `pairwiseFingerprint`. */
export type DaveMember = MlsMember;

/** Clear frames are taken for this long after a downgrade is announced, and after an upgrade, milliseconds. */
const DOWNGRADE_WINDOW_MS = 24_000;
const UPGRADE_WINDOW_MS = 10_000;

/** The second word of frames that cannot be opened counts when it comes this long behind the first, milliseconds. */
const CONFIRM_LEAST_MS = 2000;
const CONFIRM_MOST_MS = 10_000;

const OFF: DaveStatus = { state: "off", version: 0, epoch: 0n, privacyCode: "" };

type Sending = "clear" | "nothing" | "sealed";

/**
 * End-to-end encryption of one voice connection, seen from its client: opcodes 21 to 31 in, answers and keys out
 * (DAVE 1.1.4). Sans-IO; it never touches a frame. Lives as long as the connection: `begin` starts each voice session
 * anew, a buffered resume goes on where it was.
 */
export class DaveSession {
  readonly #group: OwnGroup;
  readonly #outputs: DaveOutput[] = [];
  readonly #expected = new Set<bigint>();
  readonly #transitions = new TransitionLog();
  /** Users whose frames could not be opened, and for whom the group was left once. */
  readonly #accused = new Set<bigint>();
  /** Users whose frames could not be opened once, and when that was told. */
  readonly #suspects = new Map<bigint, number>();
  #isInterrupted = false;
  #identity: DaveIdentity | undefined;
  #state: DaveState = "off";
  #version = 0;
  #sending: Sending = "clear";
  #status: DaveStatus = OFF;
  /** The next epoch, between judging a message and adopting it. */
  #next: MlsGroup | undefined;
  #refused: Uint8Array | undefined;
  #transitionId = 0;
  #nowMs = 0;
  #ratchetId = 0;

  constructor(options: OwnGroupOptions) {
    this.#group = new OwnGroup(options);
  }

  get status(): DaveStatus {
    return this.#status;
  }

  get state(): DaveState {
    return this.#state;
  }

  /** Members of the present epoch, with the keys they sign with; empty outside of a group. */
  members(): readonly DaveMember[] {
    return this.#state === "established" ? this.#group.members() : [];
  }

  poll(): DaveOutput | undefined {
    return this.#outputs.shift();
  }

  /** Op 2: a new voice session. Nothing of the one before is worth anything. */
  begin(identity: DaveIdentity): void {
    this.end();
    this.#identity = identity;
    this.#push({ type: "reset" });
  }

  /** The connection is over. Wipes what it holds. */
  end(): void {
    this.#group.reset();
    this.#identity = undefined;
    this.#state = "off";
    this.#version = 0;
    this.#sending = "clear";
    this.#refused = undefined;
    this.#expected.clear();
    this.#accused.clear();
    this.#suspects.clear();
    this.#isInterrupted = false;
    this.#transitions.clear();
    this.#tell();
  }

  /** Op 4. @param version 0: no encryption */
  described(version: number): void {
    this.#version = version;
    this.#turn(version > 0 ? "enabled" : "disabled");
  }

  /** Op 11. */
  clientsConnected(userIds: readonly bigint[]): void {
    for (const userId of userIds) this.#expected.add(userId);
  }

  /** Op 13. Frames that are still under way can be opened for a while. */
  clientDisconnected(userId: bigint): void {
    this.#expected.delete(userId);
    this.#accused.delete(userId);
    if (this.#state !== "off") this.#push({ type: "expireReceive", userId });
  }

  /** Op 21. Times are milliseconds of the caller's monotonic clock. Id 0 needs no answer and is executed at once. */
  prepareTransition(transitionId: number, version: number, nowMs: number): void {
    if (transitionId === 0) return this.#execute({ version, ratchetId: this.#installedRatchet() });
    if (this.#transitions.isExecuted(transitionId)) return;
    this.#transitions.prepare(transitionId, { version, ratchetId: this.#installedRatchet() }, nowMs);
    if (version === 0) this.#push({ type: "passthrough", durationMs: DOWNGRADE_WINDOW_MS });
    this.#push({ type: "ready", transitionId });
  }

  /** Op 22. Ids that were not announced, or were executed before, do nothing. */
  executeTransition(transitionId: number): void {
    const transition = this.#transitions.execute(transitionId);
    if (transition !== undefined) this.#execute(transition);
  }

  /** Op 24. Epoch 1 means a new group; later epochs only change the version. */
  prepareEpoch(epoch: number, version: number): void {
    this.#version = version;
    if (epoch !== 1 || version === 0) return;
    this.#turn(this.#group.isKeyPackageUnused ? "asked" : "reinitialised");
  }

  /** Op 25. @param bytes the external sender as it stands in the message */
  externalSender(bytes: Uint8Array): void {
    if (this.#group.setExternalSender(bytes)) this.#turn("externalSender");
  }

  /** Op 27, operation "append". */
  appendProposals(messages: readonly PublicMessage[]): void {
    this.#propose(() => this.#group.append(messages, (userId) => this.#isExpected(userId)));
  }

  /** Op 27, operation "revoke": proposal references. */
  revokeProposals(references: readonly Uint8Array[]): void {
    this.#propose(() => this.#group.revoke(references));
  }

  /** Op 29. @param commit an MLS message */
  commitAnnounced(transitionId: number, commit: Uint8Array, nowMs: number): void {
    this.#nowMs = nowMs;
    const own = this.#group.takeOwnCommit(commit);
    if (own !== undefined) return this.#advance(transitionId, own);
    const isMember = this.#state === "established";
    this.#judge(transitionId, commit, () => (isMember ? this.#group.follow(commit) : undefined));
  }

  /** Op 30. */
  welcomed(transitionId: number, welcome: Uint8Array, nowMs: number): void {
    this.#nowMs = nowMs;
    const identity = this.#identity;
    if (identity === undefined || this.#group.hasJoinedFrom(welcome)) return;
    this.#judge(transitionId, welcome, () => this.#group.join(welcome, identity));
  }

  /** The socket is gone: keys that others use by now cannot reach us. */
  interrupted(): void {
    this.#isInterrupted = true;
    this.#suspects.clear();
  }

  /** Op 9; what was missed follows. */
  resumed(): void {
    this.#isInterrupted = false;
  }

  /**
   * Frames of this user could not be opened for seconds. Told so twice, with the socket there and messages read in
   * between, it leaves the group and comes back, once per stay of that user: if it does not help, the fault is not here.
   */
  undecryptable(userId: bigint, nowMs: number): void {
    const isQuiet = this.#state === "established" && !this.#transitions.isPending && !this.#isInterrupted;
    if (!isQuiet || this.#accused.has(userId) || !this.#isConfirmed(userId, nowMs)) return;
    this.#accused.add(userId);
    this.#phase("e2eeUndecryptable", `frames of ${userId} cannot be opened`);
    this.#fail(this.#transitions.last);
  }

  /** When {@link timeout} wants to be called, milliseconds; undefined: not at all. */
  nextDeadline(): number | undefined {
    const deadline = this.#transitions.nextDeadline();
    return deadline === Infinity ? undefined : deadline;
  }

  /** Executes transitions whose op 22 is overdue: without it nobody would understand us any more. */
  timeout(nowMs: number): void {
    for (const transitionId of this.#transitions.overdue(nowMs)) {
      this.#phase("e2eeOverdue", `op 22 of transition ${transitionId} did not come`);
      this.executeTransition(transitionId);
    }
  }

  /** A thread that stood still hears of frames before it hears of the keys that came meanwhile. */
  #isConfirmed(userId: bigint, nowMs: number): boolean {
    const sinceMs = this.#suspects.get(userId);
    const passedMs = sinceMs === undefined ? Infinity : nowMs - sinceMs;
    if (passedMs > CONFIRM_MOST_MS) this.#suspects.set(userId, nowMs);
    return passedMs >= CONFIRM_LEAST_MS && passedMs <= CONFIRM_MOST_MS;
  }

  #isExpected(userId: bigint): boolean {
    return userId === this.#identity?.userId || this.#expected.has(userId);
  }

  /** Commits whatever is cached once a message changed that; a message that changes nothing asks for nothing. */
  #propose(cache: () => boolean): void {
    const isChanged = this.#attempt(cache) ?? false;
    if (isChanged && this.#group.proposalCount > 0) this.#turn("proposals");
  }

  /**
   * Carries an op 29 or 30 through to its end: a new epoch, nothing at all, or op 31.
   * @param process gives undefined where there is no group to follow from, or none for us to follow to
   */
  #judge(transitionId: number, message: Uint8Array, process: () => MlsGroup | undefined): void {
    if (this.#identity === undefined || this.#state === "off") return;
    // A copy of what was refused would only be refused, and reported, again.
    if (this.#refused !== undefined && isSameBytes(this.#refused, message)) return;
    try {
      const next = process();
      if (next === undefined) this.#refuse(transitionId, message, "nothing here leads to that epoch");
      else this.#advance(transitionId, next);
    } catch (error) {
      if (!(error instanceof MlsError)) throw error;
      const reason = `${error.code}: ${error.message}`;
      if (error.remedy === "reset") this.#refuse(transitionId, message, reason);
      else this.#phase("e2eeIgnored", reason);
    }
  }

  #refuse(transitionId: number, message: Uint8Array, reason: string): void {
    this.#phase("e2eeFailed", reason);
    this.#refused = Uint8Array.from(message);
    this.#fail(transitionId);
  }

  #advance(transitionId: number, next: MlsGroup): void {
    this.#next = next;
    this.#transitionId = transitionId;
    this.#turn("advanced");
  }

  #fail(transitionId: number): void {
    this.#transitionId = transitionId;
    this.#turn("failed");
  }

  #turn(input: DaveInput): void {
    const transition = DAVE_TRANSITIONS[this.#state][input];
    if (transition === undefined || this.#identity === undefined) return;
    this.#state = transition.next;
    for (const action of transition.actions) this.#perform(action, this.#identity);
    if (this.#state === "pending" && !this.#group.exists) this.#state = "awaiting";
    this.#tell();
  }

  #perform(action: DaveAction, identity: DaveIdentity): void {
    switch (action) {
      case "hold":
        return this.#send("nothing");
      case "passClear":
        return this.#send("clear");
      case "newKeyPackage":
        return this.#group.renewKeyPackage(identity);
      case "sendKeyPackage":
        return this.#sendKeyPackage();
      case "createGroup":
        return this.#attempt(() => this.#group.create(identity));
      case "dropGroup":
        return this.#group.drop();
      case "commit":
        return this.#commit();
      case "adopt":
        return this.#adopt(identity);
      case "report":
        return this.#push({ type: "invalidCommitWelcome", transitionId: this.#transitionId });
      case "forget":
        return this.#group.forget();
    }
  }

  #sendKeyPackage(): void {
    const bytes = this.#group.keyPackage;
    if (bytes !== undefined) this.#push({ type: "keyPackage", bytes });
  }

  #commit(): void {
    const made = this.#attempt(() => this.#group.commit());
    if (made !== undefined) this.#push({ type: "commitWelcome", commit: made.commit, welcome: made.welcome });
  }

  /** New keys for everybody's frames: to open at once, to seal with when the transition is executed. */
  #adopt({ userId }: DaveIdentity): void {
    const next = this.#next;
    if (next === undefined) return;
    const before = this.#group.members();
    this.#group.adopt(next);
    this.#next = undefined;
    this.#refused = undefined;
    this.#suspects.clear();
    this.#installKeys(userId);
    this.#expireLeavers(before, this.#group.members());
    this.#phase("e2eeEpoch", `epoch ${next.epoch} with ${this.#group.members().length} members`);
    const transition = { version: this.#version, ratchetId: this.#ratchetId };
    if (this.#transitionId === 0) return this.#execute(transition);
    this.#transitions.prepare(this.#transitionId, transition, this.#nowMs);
    this.#push({ type: "ready", transitionId: this.#transitionId });
  }

  #installKeys(ownId: bigint): void {
    const ratchetId = ++this.#ratchetId;
    for (const { userId, base } of this.#group.bases()) {
      if (userId === ownId) this.#push({ type: "installSend", ratchetId, base });
      else this.#push({ type: "installReceive", userId, ratchetId, base });
    }
  }

  #expireLeavers(before: readonly DaveMember[], now: readonly DaveMember[]): void {
    const present = new Set(now.map(({ userId }) => userId));
    for (const { userId } of before) {
      if (!present.has(userId)) this.#push({ type: "expireReceive", userId });
    }
  }

  /** The ratchet of the present epoch, which a transition without a commit goes on with. */
  #installedRatchet(): number | undefined {
    return this.#state === "established" ? this.#ratchetId : undefined;
  }

  #execute({ version, ratchetId }: PreparedTransition): void {
    if (version === 0) return this.#turn("downgraded");
    if (ratchetId === undefined) this.#send("nothing");
    else this.#seal(ratchetId);
    this.#tell();
  }

  #seal(ratchetId: number): void {
    // Others may execute later than we do: what they still send in the clear is not lost.
    if (this.#sending === "clear") this.#push({ type: "passthrough", durationMs: UPGRADE_WINDOW_MS });
    this.#sending = "sealed";
    this.#push({ type: "executeSend", ratchetId });
  }

  #send(what: "clear" | "nothing"): void {
    this.#sending = what;
    this.#push(what === "clear" ? { type: "sendClear" } : { type: "sendNothing" });
    this.#push({ type: "passthrough", durationMs: what === "clear" ? Infinity : 0 });
  }

  #tell(): void {
    const status = this.#describe();
    const { state, version, epoch } = this.#status;
    const isNews =
      status.state !== state ||
      status.version !== version ||
      status.epoch !== epoch ||
      status.privacyCode !== this.#status.privacyCode;
    if (!isNews) return;
    this.#status = status;
    this.#push({ type: "status", status });
  }

  #describe(): DaveStatus {
    if (this.#state === "off") return OFF;
    const version = this.#sending === "clear" ? 0 : this.#version;
    if (this.#state !== "established") return { state: "pending", version, epoch: 0n, privacyCode: "" };
    const { epoch, privacyCode } = this.#group;
    return { state: this.#sending === "sealed" ? "on" : "pending", version, epoch, privacyCode };
  }

  /** What MLS refuses changes nothing but the log. */
  #attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MlsError)) throw error;
      this.#phase("e2eeIgnored", `${error.code}: ${error.message}`);
      return undefined;
    }
  }

  #phase(phase: string, detail: string): void {
    this.#push({ type: "phase", phase, detail });
  }

  #push(output: DaveOutput): void {
    this.#outputs.push(output);
  }
}
