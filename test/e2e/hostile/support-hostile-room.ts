import type { DaveCounters } from "@sdkpp/platform";
import { VoiceOpcode } from "sdkpp/wire";
import { Stranger } from "../../interop/stranger.js";
import { DaveyMember, type DaveClient, type DaveMessage } from "../../support/davey-member.js";
import { DaveyVoice } from "../../support/davey-voice.js";
import { HostileMember } from "../../support/hostile-member.js";
import { keysIn, type MakeParts, type TakenKeys } from "../../support/mls/bad-key-packages.js";
import { keyPackageOf } from "../../support/mls/hostile-key-package.js";
import { waitFor } from "../../support/wait-for.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";

/** Placeholder tone: these tests neither play nor receive sound. */
const HZ = 440;
/** `npm run soak` requires the specified time on an idle machine; a busy machine may need longer. */
const HEALED_MS = Number(process.env["SDKPP_MEMBER_HEALED_MS"] ?? 15_000);

/**
 * One encrypted voice channel with members of three kinds: bots with `sdkpp/voice`, an independent client in this process, and
 * bots of discord.js in separate processes. A hostile member joins them.
 */
export class HostileRoom {
  readonly channel: EncryptedChannel;
  readonly ours: Member[] = [];
  readonly davey: DaveyVoice[] = [];
  readonly strangers: Stranger[] = [];
  /** Status changes of our connections since they were ready. */
  readonly #moved: string[] = [];
  #accounts = 0;
  #taken: TakenKeys | undefined;

  private constructor(channel: EncryptedChannel) {
    this.channel = channel;
  }

  /** @param accounts maximum number of members over time */
  static async open(accounts: number): Promise<HostileRoom> {
    return new HostileRoom(await EncryptedChannel.open(accounts));
  }

  get counters(): DaveCounters {
    return this.channel.platform.control.voice.e2eeStats();
  }

  async enterOurs(): Promise<Member> {
    const member = await this.channel.enter(this.takeAccount());
    member.voice.on("stateChange", (status) => this.#moved.push(status));
    this.ours.push(member);
    return member;
  }

  async enterDavey(): Promise<void> {
    const make = (userId: string, channelId: string) => new DaveyMember(userId, channelId);
    const noteKeys = (message: DaveMessage): DaveMessage => {
      if (message.op === VoiceOpcode.MlsKeyPackage && "payload" in message)
        this.#taken = keysIn(message.payload);
      return message;
    };
    this.davey.push(await this.enter(this.takeAccount(), make, noteKeys));
  }

  /** Keys in the key package of the newest independent member. */
  get takenKeys(): TakenKeys {
    if (this.#taken === undefined) throw new Error("no independent member has joined");
    return this.#taken;
  }

  async enterStranger(): Promise<Stranger> {
    const { guildId, channelIds, accounts } = this.channel.guild;
    const stranger = await Stranger.start("discordjs-e2ee.mjs", this.channel.platform, {
      token: accounts[this.takeAccount()]!.token,
      guildId,
      channelId: channelIds[0],
      playHz: HZ,
      hear: {},
      hasE2ee: true,
      patienceMs: 15_000,
    });
    this.strangers.push(stranger);
    return stranger;
  }

  /** An unused account. */
  takeAccount(): number {
    return this.#accounts++;
  }

  /** A client with arbitrary behaviour on a raw socket. Resolves when it has received op 4. */
  async enter<T extends DaveClient>(
    account: number,
    make: (userId: string, channelId: string) => T,
    outgoing: (message: DaveMessage) => DaveMessage = (same) => same,
  ): Promise<DaveyVoice<T>> {
    const { guildId, channelIds } = this.channel.guild;
    const bot = await this.channel.bot(account);
    const grant = await bot.askToJoin(guildId, channelIds[0]);
    const { platform } = this.channel;
    const voice = new DaveyVoice(platform, grant, make(grant.userId, grant.channelId));
    voice.outgoing = outgoing;
    return voice.connect();
  }

  /** Waits until all honest members have the same code, within the specified time. @returns the code */
  async together(): Promise<string> {
    await waitFor("one privacy code", () => this.#codes().size === 1, HEALED_MS);
    return [...this.#codes()][0]!;
  }

  /** Problems of honest members: ended processes, lost connections, failures. */
  get harm(): string[] {
    return [
      ...this.#moved,
      ...this.ours.flatMap(({ failures }) => failures),
      ...this.davey.flatMap(({ exceptions, closeCode }) =>
        closeCode === undefined ? exceptions : [...exceptions, `closed with ${String(closeCode)}`],
      ),
      ...this.strangers.flatMap(({ isAlive, errors, states }) => [
        ...errors,
        ...(isAlive ? [] : ["a process ended"]),
        ...states.slice(states.indexOf("ready")).filter((state) => state !== "ready"),
      ]),
    ];
  }

  async close(): Promise<void> {
    for (const voice of this.davey) voice.close();
    await Promise.all(this.strangers.map((stranger) => stranger.end()));
    await this.channel.close();
  }

  /** The codes of all members; "" for a member without one. */
  #codes(): Set<string> {
    const codes = [
      ...this.ours.map(({ voice: { encryption } }) =>
        encryption.state === "on" ? encryption.privacyCode : "",
      ),
      ...this.davey.map(({ member }) => member.privacyCode ?? ""),
      ...this.strangers.map(({ privacyCode }) => privacyCode ?? ""),
    ];
    // A member without a code is not encrypted, even if this applies to all.
    return new Set(codes.includes("") ? ["", "none"] : codes);
  }
}

/** One voice session of a member that sends only such key packages, until the platform ends it. */
export async function sendBadKeyPackages(
  room: HostileRoom,
  account: number,
  make: MakeParts,
): Promise<{ sent: number; closeCode: number | undefined }> {
  const voice = await room.enter(account, (userId) => {
    const keyPackage = () => keyPackageOf({ userId: BigInt(userId), ...make(room.takenKeys) });
    return new HostileMember(userId, keyPackage);
  });
  await waitFor("the end of the session", () => voice.closeCode !== undefined);
  return { sent: voice.member.sent, closeCode: voice.closeCode };
}
