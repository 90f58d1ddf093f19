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

/** Nobody plays or listens to anything here. */
const HZ = 440;
/** `npm run soak` asks for the promised time, on an idle machine; a busy one may need longer for the same steps. */
const HEALED_MS = Number(process.env["SDKPP_MEMBER_HEALED_MS"] ?? 15_000);

/**
 * One encrypted voice channel with members of three kinds: our door for bots, an independent client in this process, and
 * bots of discord.js in processes of their own. A hostile member is put beside them.
 */
export class HostileRoom {
  readonly channel: EncryptedChannel;
  readonly ours: Member[] = [];
  readonly davey: DaveyVoice[] = [];
  readonly strangers: Stranger[] = [];
  /** Changes of our connections since they were ready. */
  readonly #moved: string[] = [];
  #accounts = 0;
  #taken: TakenKeys | undefined;

  private constructor(channel: EncryptedChannel) {
    this.channel = channel;
  }

  /** @param accounts how many may ever come */
  static async open(accounts: number): Promise<HostileRoom> {
    return new HostileRoom(await EncryptedChannel.open(accounts));
  }

  get counters(): DaveCounters {
    return this.channel.platform.control.e2eeStats();
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

  /** Keys that the newest independent member has in its key package. */
  get takenKeys(): TakenKeys {
    if (this.#taken === undefined) throw new Error("no independent member came");
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

  /** An account that nobody has used yet. */
  takeAccount(): number {
    return this.#accounts++;
  }

  /** A client of any manners, on a raw socket. @returns when it has op 4 */
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

  /** Everybody who means well reads the same code, within the promised time. @returns it */
  async together(): Promise<string> {
    await waitFor("one privacy code", () => this.#codes().size === 1, HEALED_MS);
    return [...this.#codes()][0]!;
  }

  /** What went wrong for those who mean well: ended processes, lost connections, failures. */
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

  /** With "" for each who has none. */
  #codes(): Set<string> {
    const codes = [
      ...this.ours.map(({ voice: { encryption } }) =>
        encryption.state === "on" ? encryption.privacyCode : "",
      ),
      ...this.davey.map(({ member }) => member.privacyCode ?? ""),
      ...this.strangers.map(({ privacyCode }) => privacyCode ?? ""),
    ];
    // Some are without a code: not together, even if all are.
    return new Set(codes.includes("") ? ["", "none"] : codes);
  }
}

/** One voice session of a member that has only such key packages, until the platform ends it. */
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
