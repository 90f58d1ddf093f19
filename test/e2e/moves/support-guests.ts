import { VoiceOpcode } from "sdkpp/wire";
import { DaveyMember, type DaveMessage } from "../../support/davey-member.js";
import { DaveyVoice } from "../../support/davey-voice.js";
import { waitFor } from "../../support/wait-for.js";
import type { EncryptedChannel, Member } from "../encryption/support-encrypted-channel.js";

/** Who comes and goes while a bot's call moves. */
export interface Guest {
  readonly name: string;
  readonly isStranger: boolean;
  readonly privacyCode: string | undefined;
  /** what went wrong with it */
  readonly faults: readonly string[];
  /** Loses its socket. Resolves when it has resumed. */
  cut(): Promise<void>;
  leave(): void;
  /** Sends a heartbeat, if it does not do so by itself. */
  beat(): void;
}

/** Undefined while it is not encrypted. */
export function codeOf({ voice }: Member): string | undefined {
  return voice.encryption.state === "on" ? voice.encryption.privacyCode : undefined;
}

/** Cuts the socket of one of ours. Resolves when it has resumed. */
export async function cut({ platform }: EncryptedChannel, { bot, voice }: Member): Promise<void> {
  let hasResumed = false;
  const listening = voice.on("phase", (phase) => (hasResumed ||= phase === "resumed"));
  platform.control.voice.close(bot.userId, "reset");
  await waitFor(`${bot.userId} to resume`, () => hasResumed);
  listening.dispose();
}

/** One of ours. */
export class OwnGuest implements Guest {
  readonly isStranger = false;
  readonly name: string;
  readonly #channel: EncryptedChannel;
  readonly #member: Member;

  private constructor(channel: EncryptedChannel, member: Member, which: number) {
    this.name = `ours ${String(which)}`;
    this.#channel = channel;
    this.#member = member;
  }

  static async join(channel: EncryptedChannel, which: number): Promise<OwnGuest> {
    return new OwnGuest(channel, await channel.enter(which), which);
  }

  get privacyCode(): string | undefined {
    return codeOf(this.#member);
  }

  get faults(): readonly string[] {
    return this.#member.failures;
  }

  cut(): Promise<void> {
    return cut(this.#channel, this.#member);
  }

  leave(): void {
    this.#channel.leave(this.#member);
  }

  beat(): void {
    return undefined;
  }
}

/** The independent implementation, whose answers may be long on their way. */
class SlowDavey extends DaveyMember {
  isSlow = false;
  readonly held: DaveMessage[] = [];

  override receive(message: DaveMessage): DaveMessage[] {
    const answers = super.receive(message);
    if (!this.isSlow) return answers;
    const isHeld = ({ op }: DaveMessage): boolean => op === VoiceOpcode.DaveTransitionReady;
    this.held.push(...answers.filter(isHeld));
    return answers.filter((answer) => !isHeld(answer));
  }
}

/** One with the independent implementation, and without media. */
export class StrangerGuest implements Guest {
  readonly isStranger = true;
  readonly name: string;
  readonly #voice: DaveyVoice<SlowDavey>;

  private constructor(voice: DaveyVoice<SlowDavey>, which: number) {
    this.name = `davey ${String(which)}`;
    this.#voice = voice;
  }

  static async join(channel: EncryptedChannel, which: number): Promise<StrangerGuest> {
    const bot = await channel.bot(which);
    const { guildId, channelIds } = channel.guild;
    const grant = await bot.askToJoin(guildId, channelIds[0]);
    const member = new SlowDavey(grant.userId, grant.channelId);
    const voice = await new DaveyVoice(channel.platform, grant, member).connect();
    return new StrangerGuest(voice, which);
  }

  get privacyCode(): string | undefined {
    return this.#voice.member.privacyCode;
  }

  get faults(): readonly string[] {
    const { exceptions, member } = this.#voice;
    return member.failures === 0 ? exceptions : [...exceptions, `op 31: ${String(member.failures)} times`];
  }

  /** Whether an answer to the announcement of an epoch is on its way. */
  get owes(): boolean {
    return this.#voice.member.held.length > 0;
  }

  async cut(): Promise<void> {
    this.#voice.cut();
    await this.#voice.resume();
  }

  leave(): void {
    this.#voice.close();
  }

  beat(): void {
    this.#voice.sendText(VoiceOpcode.Heartbeat, { t: 1, seq_ack: this.#voice.lastSeq });
  }

  /** Its answers to announcements take until {@link hurry}. */
  dawdle(): void {
    this.#voice.member.isSlow = true;
  }

  hurry(): void {
    const { member } = this.#voice;
    member.isSlow = false;
    for (const answer of member.held.splice(0)) if ("d" in answer) this.#voice.sendText(answer.op, answer.d);
  }
}
