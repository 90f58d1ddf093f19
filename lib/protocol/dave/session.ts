import { isSameBytes, SdkError, type PublicMessage } from "../../wire/index.js";
import { MlsError } from "../mls/error.js";
import type { MlsGroup, MlsMember } from "../mls/group.js";
import { HASH_BYTES, sha256Bytes } from "../mls/hash.js";
import { savedFields } from "../saved/field.js";
import type { FieldReader } from "../saved/field-reader.js";
import type { FieldWriter } from "../saved/field-writer.js";
import { Accusations } from "./accusations.js";
import { FramePolicy, type EncryptionRequirement } from "./frame-policy.js";
import { MemberWatch, type DaveMember } from "./member-watch.js";
import {
  restoreStatus,
  saveStatus,
  type DaveOutput,
  type DavePhase,
  type DaveStatus,
  type EncryptionState,
  NO_ENCRYPTION,
} from "./output.js";
import { OwnGroup, restoreIdentity, saveIdentity } from "./own-group.js";
import type { DaveIdentity, OwnGroupOptions } from "./own-group.js";
import { TransitionLog, type PreparedTransition } from "./transition-log.js";
import {
  DAVE_TRANSITIONS,
  type DaveAction,
  type DaveGuard,
  type DaveInput,
  type DaveState,
} from "./transitions.js";

export interface DaveSessionOptions extends OwnGroupOptions {
  /** newest protocol version that was announced to the platform, 0: none */
  readonly maxVersion: number;
  /** how the call continues when encryption ends */
  readonly requirement: EncryptionRequirement;
}

/** Messages that can start a new epoch. */
type Entry = "advanced" | "welcomed";

const FIELDS = savedFields({
  identity: 1,
  state: 2,
  version: 3,
  status: 4,
  rejected: 5,
  ratchetId: 6,
  policy: 7,
  watch: 8,
  transitions: 9,
  accusations: 10,
  group: 11,
});
/** Saved as a place in this list, which only grows at its end. */
const STATES: readonly DaveState[] = ["off", "awaiting", "pending", "established"];
const RATCHET_MOST = 0xffff_ffff;

/**
 * End-to-end encryption of one voice connection, on the client: opcodes 21 to 31 in, responses and keys out
 * (DAVE 1.1.4). Sans-IO; it never touches a frame. Lives as long as the connection: `begin` starts each new voice
 * session, a buffered resume continues.
 */
export class DaveSession {
  readonly #options: DaveSessionOptions;
  readonly #maxVersion: number;
  readonly #policy: FramePolicy;
  #watch = new MemberWatch();
  readonly #outputs: DaveOutput[] = [];
  #transitions = new TransitionLog();
  #accusations = new Accusations();
  #made: OwnGroup | undefined;
  #isInterrupted = false;
  #identity: DaveIdentity | undefined;
  #state: DaveState = "off";
  #version = 0;
  #status: DaveStatus = NO_ENCRYPTION;
  /** The next epoch, between judging a message and adopting it. */
  #next: MlsGroup | undefined;
  /** Digest of the newest op 29 or 30 that was answered with op 31. */
  #rejected: Uint8Array | undefined;
  #transitionId = 0;
  #nowMs = 0;
  #ratchetId = 0;

  constructor(options: DaveSessionOptions) {
    this.#options = options;
    this.#maxVersion = options.maxVersion;
    this.#policy = new FramePolicy({
      requirement: options.requirement,
      push: (output) => this.#push(output),
      changed: () => this.#notify(),
    });
  }

  /**
   * A session that another process saved. It waits for {@link resumed}: the socket stayed behind.
   * @param options as those of the other process; the saved requirement counts
   * @throws {RestoreError} when the bytes are no session of this signature key; they cause no other error
   */
  static restore(saved: FieldReader, options: DaveSessionOptions): DaveSession {
    const session = new DaveSession(options);
    try {
      session.#restore(saved);
    } catch (error) {
      session.#made?.reset();
      throw error;
    }
    session.interrupted(saved.nowMs);
    return session;
  }

  /**
   * Everything that another process needs to go on, with the secrets of the group; without the signature key.
   * @throws {SdkError} DAVE_NOT_DRAINED while {@link poll} has outputs: they would be lost
   */
  save(out: FieldWriter): void {
    if (this.#outputs.length > 0)
      throw new SdkError(
        "DAVE_NOT_DRAINED",
        `outputs: expected none left to poll, received ${String(this.#outputs.length)}; poll them all before saving`,
      );
    const [identity, made] = [this.#identity, this.#made];
    if (identity !== undefined) out.record(FIELDS.identity, () => saveIdentity(out, identity));
    out.choice(FIELDS.state, STATES, this.#state);
    out.number(FIELDS.version, this.#version);
    out.bytes(FIELDS.rejected, this.#rejected);
    out.number(FIELDS.ratchetId, this.#ratchetId);
    out.record(FIELDS.status, () => saveStatus(out, this.#status));
    out.record(FIELDS.policy, () => this.#policy.save(out));
    out.record(FIELDS.watch, () => this.#watch.save(out));
    out.record(FIELDS.transitions, () => this.#transitions.save(out));
    out.record(FIELDS.accusations, () => this.#accusations.save(out));
    if (made !== undefined) out.record(FIELDS.group, () => made.save(out));
  }

  #restore(saved: FieldReader): void {
    const identity = saved.maybeInner(FIELDS.identity);
    this.#identity = identity && restoreIdentity(identity);
    this.#state = saved.choice(FIELDS.state, STATES);
    this.#version = saved.number(FIELDS.version, this.#maxVersion);
    this.#rejected = saved.maybeBytesOf(FIELDS.rejected, HASH_BYTES);
    this.#ratchetId = saved.number(FIELDS.ratchetId, RATCHET_MOST);
    this.#status = restoreStatus(saved.inner(FIELDS.status), this.#maxVersion);
    this.#policy.restore(saved.inner(FIELDS.policy));
    this.#transitions = TransitionLog.restore(saved.inner(FIELDS.transitions));
    this.#accusations = Accusations.restore(saved.inner(FIELDS.accusations));
    this.#restoreGroup(saved);
    this.#watch = MemberWatch.restore(saved.inner(FIELDS.watch), this.#groupMembers());
    this.#nowMs = saved.nowMs;
  }

  /** @throws {RestoreError} when the state needs a group or an identity that was not saved */
  #restoreGroup(saved: FieldReader): void {
    if (this.#state !== "off" && this.#identity === undefined) saved.inner(FIELDS.identity);
    const isMember = this.#state === "established";
    const group = isMember ? saved.inner(FIELDS.group) : saved.maybeInner(FIELDS.group);
    if (group !== undefined) this.#made = OwnGroup.restore(group, this.#options, this.#identity);
    if (!isMember) return;
    if (this.#group.epoch === 0n) saved.refuse(FIELDS.group, "a group in its first epoch or later", "none");
    const { privacyCode } = this.#status;
    if (privacyCode !== "" && privacyCode !== this.#group.privacyCode)
      saved.refuse(FIELDS.status, "the code of the group", "another one");
  }

  #groupMembers(): readonly MlsMember[] {
    return this.#state === "established" ? this.#group.members() : [];
  }

  /** Made when the call is encrypted: the code of groups is loaded with it. */
  get #group(): OwnGroup {
    return (this.#made ??= new OwnGroup(this.#options));
  }

  get status(): DaveStatus {
    return this.#status;
  }

  get state(): DaveState {
    return this.#state;
  }

  /** Members of the present epoch, with the keys they sign with; empty outside of a group. */
  members(): readonly DaveMember[] {
    return this.#state === "established" ? this.#watch.members() : [];
  }

  poll(): DaveOutput | undefined {
    return this.#outputs.shift();
  }

  /** Op 2: a new voice session. It reuses nothing of the previous one. */
  begin(identity: DaveIdentity): void {
    this.end();
    this.#identity = identity;
    this.#push({ type: "reset" });
  }

  /** The connection is over. Wipes what it holds. */
  end(): void {
    this.#turn("ended");
    this.#identity = undefined;
  }

  /** Op 4. Times are milliseconds of the caller's monotonic clock. @param version 0: no encryption */
  described(version: number, nowMs: number): void {
    this.#nowMs = nowMs;
    if (this.#rejectsVersion(version)) return;
    this.#version = version;
    this.#turn(version > 0 ? "enabled" : "disabled");
  }

  /** Op 11. */
  clientsConnected(userIds: readonly bigint[]): void {
    this.#watch.announce(userIds);
  }

  /** Op 13. Frames in flight can still be decrypted for a while. */
  clientDisconnected(userId: bigint, nowMs: number): void {
    this.#watch.retract(userId, nowMs);
    this.#accusations.acquit(userId);
    if (this.#state !== "off") this.#push({ type: "expireReceive", userId });
  }

  /** Op 21. Id 0 needs no answer and is executed at once. */
  prepareTransition(transitionId: number, version: number, nowMs: number): void {
    this.#nowMs = nowMs;
    if (this.#rejectsVersion(version)) return;
    const transition = { version, ratchetId: this.#installedRatchet() };
    if (transitionId === 0) return this.#transition(0, transition);
    if (this.#transitions.isExecuted(transitionId)) return;
    this.#transitions.prepare(transitionId, transition, nowMs);
    this.#push({ type: "ready", transitionId });
    if (version === 0) this.#policy.announceEnd(nowMs);
    this.#notify();
  }

  /** Op 22. Ignores ids that were not announced or were executed before. */
  executeTransition(transitionId: number, nowMs: number): void {
    this.#nowMs = nowMs;
    const transition = this.#transitions.execute(transitionId);
    if (transition !== undefined) this.#transition(transitionId, transition);
  }

  /** Op 24. Version 0 ends encryption; epoch 1 means a new group; later epochs only change the version. */
  prepareEpoch(epoch: number, version: number, nowMs: number): void {
    this.#nowMs = nowMs;
    if (this.#rejectsVersion(version)) return;
    if (version === 0) return this.#turn("downgraded");
    this.#version = version;
    if (epoch === 1) this.#turn(this.#group.isKeyPackageUnused ? "asked" : "reinitialized");
  }

  /**
   * Op 25. An established group keeps the sender it has.
   * @param bytes the encoded external sender
   * @throws {MlsDecodeError} when it cannot be decoded; nothing changes then
   */
  externalSender(bytes: Uint8Array): void {
    if (this.#state === "established") return;
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
    if (own !== undefined) return this.#advance("advanced", transitionId, own);
    const isMember = this.#state === "established";
    this.#judge("advanced", transitionId, commit, () => (isMember ? this.#group.follow(commit) : undefined));
  }

  /** Op 30. A member of a group never leaves it for another. */
  welcomed(transitionId: number, welcome: Uint8Array, nowMs: number): void {
    this.#nowMs = nowMs;
    const identity = this.#identity;
    if (identity === undefined || this.#group.hasJoinedFrom(welcome)) return;
    if (this.#state === "established")
      return this.#phase("e2eeIgnored", "a welcome although this client is in the group");
    this.#judge("welcomed", transitionId, welcome, () => this.#group.join(welcome, identity));
  }

  /** The socket is lost: new keys of others cannot arrive. */
  interrupted(nowMs: number): void {
    this.#isInterrupted = true;
    this.#accusations.dropSuspicions();
    this.#policy.socketLost(nowMs);
  }

  /** Op 9; missed messages follow. */
  resumed(nowMs: number): void {
    this.#isInterrupted = false;
    this.#policy.socketReturned(nowMs);
  }

  /**
   * Frames of this user could not be decrypted for seconds. After two such reports, with a connected socket and messages
   * read in between, the client leaves the group and rejoins, once per stay of that user: if that does not help, the
   * fault is elsewhere.
   */
  undecryptable(userId: bigint, nowMs: number): void {
    this.#nowMs = nowMs;
    const isQuiet = this.#state === "established" && !this.#transitions.isPending && !this.#isInterrupted;
    if (!isQuiet || !this.#accusations.report(userId, nowMs)) return;
    this.#phase("e2eeUndecryptable", `frames of ${userId} cannot be opened`);
    this.#fail(this.#transitions.last);
  }

  /** Time of the next {@link timeout}, milliseconds; undefined: none. */
  nextDeadline(): number | undefined {
    const deadline = Math.min(
      this.#transitions.nextDeadline(),
      this.#policy.nextDeadline(),
      this.#watch.nextDeadline(),
    );
    return deadline === Infinity ? undefined : deadline;
  }

  /** Handles what is due, above all transitions with an overdue op 22: others would soon forget our old key. */
  timeout(nowMs: number): void {
    this.#nowMs = nowMs;
    for (const transitionId of this.#transitions.overdue(nowMs)) {
      this.#phase("e2eeOverdue", `op 22 of transition ${transitionId} did not come`);
      this.executeTransition(transitionId, nowMs);
    }
    this.#policy.timeout(nowMs);
    this.#watch.timeout(nowMs);
    this.#notify();
  }

  /** Ends the session for a version that this client did not announce. */
  #rejectsVersion(version: number): boolean {
    if (version <= this.#maxVersion) return false;
    const reason = `the platform speaks version ${String(version)} of end-to-end encryption, this client ${String(this.#maxVersion)}`;
    this.#policy.hold(this.#nowMs);
    this.#push({ type: "end", reason });
    this.#notify();
    return true;
  }

  #isExpected(userId: bigint): boolean {
    return userId === this.#identity?.userId || this.#watch.isAnnounced(userId);
  }

  /** Commits the cached proposals after a message that changed them. */
  #propose(cache: () => boolean): void {
    const isChanged = this.#attempt(cache) ?? false;
    if (isChanged && (this.#made?.proposalCount ?? 0) > 0) this.#turn("proposals");
  }

  /**
   * Processes an op 29 or 30: enters a new epoch, ignores it, or answers with op 31.
   * @param process returns undefined when there is no group to continue from, or none to continue in
   */
  #judge(input: Entry, transitionId: number, message: Uint8Array, process: () => MlsGroup | undefined): void {
    if (this.#identity === undefined || this.#state === "off") return;
    // A copy of a rejected message would only be rejected, and reported, again.
    if (this.#rejected !== undefined && isSameBytes(this.#rejected, sha256Bytes(message))) return;
    try {
      const next = process();
      if (next === undefined) this.#reject(transitionId, message, "nothing here leads to that epoch");
      else this.#advance(input, transitionId, next);
    } catch (error) {
      if (!(error instanceof MlsError)) throw error;
      const reason = `${error.code}: ${error.message}`;
      if (error.remedy === "reset") this.#reject(transitionId, message, reason);
      else this.#phase("e2eeIgnored", reason);
    }
  }

  #reject(transitionId: number, message: Uint8Array, reason: string): void {
    this.#phase("e2eeFailed", reason);
    this.#rejected = sha256Bytes(message);
    this.#fail(transitionId);
  }

  #advance(input: Entry, transitionId: number, next: MlsGroup): void {
    this.#next = next;
    this.#transitionId = transitionId;
    this.#turn(input);
  }

  #fail(transitionId: number): void {
    this.#transitionId = transitionId;
    this.#turn("failed");
  }

  #turn(input: DaveInput): void {
    const transition = DAVE_TRANSITIONS[this.#state][input]?.find(({ guard }) => this.#holds(guard));
    if (transition === undefined || this.#identity === undefined) return;
    this.#state = transition.next;
    for (const action of transition.actions) this.#perform(action, this.#identity);
    this.#notify();
  }

  #holds(guard: DaveGuard | undefined): boolean {
    switch (guard) {
      case undefined:
        return true;
      case "hasSender":
        return this.#group.hasExternalSender;
    }
  }

  #perform(action: DaveAction, identity: DaveIdentity): void {
    switch (action) {
      case "hold":
        return this.#policy.hold(this.#nowMs);
      case "endEncryption":
        return this.#policy.endEncryption(this.#nowMs);
      case "prepareUpgrade":
        return this.#policy.prepareUpgrade();
      case "newKeyPackage":
        return this.#group.renewKeyPackage(identity);
      case "sendKeyPackage":
        return this.#sendKeyPackage();
      case "createGroup":
        return this.#attempt(() => this.#group.create(identity));
      case "dropGroup":
        return this.#dropGroup();
      case "commit":
        return this.#commit();
      case "adopt":
        return this.#adopt(identity);
      case "report":
        return this.#push({ type: "invalidCommitWelcome", transitionId: this.#transitionId });
      case "forget":
        this.#transitions.dropKeys();
        this.#watch.leaveGroup();
        return this.#made?.forget();
      case "reset":
        return this.#reset();
    }
  }

  #reset(): void {
    this.#made?.reset();
    this.#version = 0;
    this.#policy.begin();
    this.#watch.begin();
    this.#rejected = undefined;
    this.#accusations.clear();
    this.#isInterrupted = false;
    this.#transitions.clear();
  }

  #dropGroup(): void {
    this.#watch.leaveGroup();
    this.#made?.drop();
  }

  #sendKeyPackage(): void {
    const bytes = this.#group.keyPackage;
    if (bytes !== undefined) this.#push({ type: "keyPackage", bytes });
  }

  #commit(): void {
    const made = this.#attempt(() => this.#group.commit());
    if (made !== undefined) this.#push({ type: "commitWelcome", commit: made.commit, welcome: made.welcome });
  }

  /** Installs the keys of all members: for receiving at once, for sending when the transition is executed. */
  #adopt({ userId }: DaveIdentity): void {
    const next = this.#next;
    if (next === undefined) return;
    const before = this.#group.members();
    this.#group.adopt(next);
    const members = this.#group.members();
    this.#next = undefined;
    this.#rejected = undefined;
    this.#accusations.dropSuspicions();
    this.#watch.adopt(members, next.epoch, userId, this.#nowMs);
    this.#installKeys(userId);
    this.#expireLeavers(before, members);
    this.#phase("e2eeEpoch", `epoch ${next.epoch} with ${members.length} members`);
    const transition = { version: this.#version, ratchetId: this.#ratchetId };
    if (this.#transitionId === 0) return this.#transition(0, transition);
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

  #expireLeavers(before: readonly MlsMember[], now: readonly MlsMember[]): void {
    const present = new Set(now.map(({ userId }) => userId));
    for (const { userId } of before) {
      if (!present.has(userId)) this.#push({ type: "expireReceive", userId });
    }
  }

  /** The ratchet of the current epoch, which a transition without a commit keeps using. */
  #installedRatchet(): number | undefined {
    return this.#state === "established" ? this.#ratchetId : undefined;
  }

  #transition(transitionId: number, transition: PreparedTransition): void {
    this.#execute(transition);
    this.#push({ type: "transitioned", transitionId });
  }

  #execute({ version, ratchetId }: PreparedTransition): void {
    if (version === 0) return this.#turn("downgraded");
    this.#version = version;
    if (ratchetId !== undefined) this.#policy.seal(ratchetId, this.#nowMs);
    else if (this.#state === "off") return this.#turn("enabled");
    else this.#policy.hold(this.#nowMs);
    this.#notify();
  }

  #notify(): void {
    for (let news = this.#watch.poll(); news !== undefined; news = this.#watch.poll()) this.#push(news);
    const status = this.#describe();
    if (status.state === "on") this.#policy.insist();
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
    const state = this.#stateShown();
    if (state === "off") return NO_ENCRYPTION;
    if (state === "refused") return { ...NO_ENCRYPTION, state };
    const version = this.#version;
    if (this.#state !== "established") return { state, version, epoch: 0n, privacyCode: "" };
    const { epoch, privacyCode } = this.#group;
    return { state, version, epoch, privacyCode };
  }

  #stateShown(): EncryptionState {
    const protection = this.#policy.protectionAt(this.#nowMs);
    if (protection === "clear") return "off";
    if (protection === "refused") return "refused";
    if (protection === "held" || this.#state !== "established") return "pending";
    return protection === "sealed" ? "on" : protection;
  }

  /** A message that MLS rejects only changes the log. */
  #attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MlsError)) throw error;
      this.#phase("e2eeIgnored", `${error.code}: ${error.message}`);
      return undefined;
    }
  }

  #phase(phase: DavePhase, detail: string): void {
    this.#push({ type: "phase", phase, detail });
  }

  #push(output: DaveOutput): void {
    this.#outputs.push(output);
  }
}
