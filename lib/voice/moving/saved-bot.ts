import { savedFields, type FieldReader, type FieldWriter } from "../../protocol/index.js";
import type { VoiceSilence } from "../status.js";
import { restorePlayed, savePlayed, type Played } from "./played.js";

/** What a bot's connection knows besides the call itself, in the process that goes on with it. */
export interface SavedBot {
  readonly serverId: bigint;
  readonly userId: bigint;
  readonly channelId: bigint | undefined;
  readonly sessionId: string;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  readonly isServerDeaf: boolean;
  readonly silencedBy: VoiceSilence | undefined;
  readonly present: readonly bigint[];
  /** percent, of each user who has another one than 100 */
  readonly volumes: ReadonlyMap<bigint, number>;
  readonly played: Played | undefined;
}

/** The record of a bot's connection. */
export const BOT_FIELDS = savedFields({ connection: 1, bot: 2, source: 3 });

const FIELDS = savedFields({
  serverId: 1,
  userId: 2,
  channelId: 3,
  sessionId: 4,
  selfMute: 5,
  selfDeaf: 6,
  isServerDeaf: 7,
  silencedBy: 8,
  present: 9,
  volume: 10,
  played: 11,
});
const VOLUME_FIELDS = savedFields({ userId: 1, thousandths: 2 });
const MOST_PERCENT = 200;
const THOUSAND = 1000;
const SILENCES: readonly (VoiceSilence | "no")[] = ["no", "muted", "suppressed"];

export function saveBot(out: FieldWriter, bot: SavedBot): void {
  out.number(FIELDS.serverId, bot.serverId);
  out.number(FIELDS.userId, bot.userId);
  out.number(FIELDS.channelId, bot.channelId);
  out.text(FIELDS.sessionId, bot.sessionId);
  out.flag(FIELDS.selfMute, bot.selfMute);
  out.flag(FIELDS.selfDeaf, bot.selfDeaf);
  out.flag(FIELDS.isServerDeaf, bot.isServerDeaf);
  out.choice(FIELDS.silencedBy, SILENCES, bot.silencedBy ?? "no");
  for (const userId of bot.present) out.number(FIELDS.present, userId);
  for (const [userId, percent] of bot.volumes)
    out.record(FIELDS.volume, () => {
      out.number(VOLUME_FIELDS.userId, userId);
      out.number(VOLUME_FIELDS.thousandths, Math.round(percent * THOUSAND));
    });
  const { played } = bot;
  if (played !== undefined) out.record(FIELDS.played, () => savePlayed(out, played));
}

/** @throws {RestoreError} */
export function restoreBot(saved: FieldReader): SavedBot {
  const [present, volumes] = [[] as bigint[], new Map<bigint, number>()];
  saved.eachU64(FIELDS.present, (userId) => present.push(userId));
  saved.each(FIELDS.volume, (volume) =>
    volumes.set(
      volume.u64(VOLUME_FIELDS.userId),
      volume.number(VOLUME_FIELDS.thousandths, MOST_PERCENT * THOUSAND) / THOUSAND,
    ),
  );
  const silencedBy = saved.choice(FIELDS.silencedBy, SILENCES);
  const played = saved.maybeInner(FIELDS.played);
  return {
    serverId: saved.u64(FIELDS.serverId),
    userId: saved.u64(FIELDS.userId),
    channelId: saved.maybeU64(FIELDS.channelId),
    sessionId: saved.text(FIELDS.sessionId),
    selfMute: saved.flag(FIELDS.selfMute),
    selfDeaf: saved.flag(FIELDS.selfDeaf),
    isServerDeaf: saved.flag(FIELDS.isServerDeaf),
    silencedBy: silencedBy === "no" ? undefined : silencedBy,
    present,
    volumes,
    played: played && restorePlayed(played),
  };
}
