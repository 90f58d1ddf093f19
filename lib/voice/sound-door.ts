import type { DoorWords, OwnSettings, SoundDoor, VoiceConnection } from "../call/index.js";
import type { VoiceReceiver } from "./receiver.js";
import type { VoiceSilence } from "./status.js";

/** The part of a bot's connection that the verdicts need. */
export interface BotSound {
  readonly receiver: VoiceReceiver;
  /** knows whose sound goes to another process, in which somebody else receives it */
  readonly call: Pick<VoiceConnection, "heard" | "listen">;
  readonly isMuted: () => boolean;
  readonly isDeaf: () => boolean;
  readonly isServerDeaf: () => boolean;
  readonly silencedBy: () => VoiceSilence | undefined;
  readonly source: () => OwnSettings["source"];
  readonly volumeOf: (userId: bigint) => number;
}

const WORDS: DoorWords = {
  unmute: "call `rejoin({ selfMute: false })`, or of a `VoiceSession` `updateState`",
  undeafen: "call `rejoin({ selfDeaf: false })`, or of a `VoiceSession` `updateState`",
  play: "call `play`, or `subscribe` to a player that plays",
  sendMore: "resume the player, or let the source give its pieces faster",
  connect: "wait for `ready()`; when the connection is over, join again",
  subscribe: "call `receiver.subscribe` or `receiver.onPackets`",
  userVolume: "setUserVolume",
};

/** The settings, the source and the users of a bot's connection, for the verdicts on its sound. */
export function soundDoorOf(bot: BotSound): SoundDoor {
  return {
    words: WORDS,
    own: () => ({
      isMuted: bot.isMuted(),
      isDeaf: bot.isDeaf(),
      isServerMuted: bot.silencedBy() === "muted",
      isServerDeaf: bot.isServerDeaf(),
      isSuppressed: bot.silencedBy() === "suppressed",
      isKeyUp: false,
      source: bot.source(),
      inputVolume: 100,
      outputVolume: 100,
    }),
    // A bot receives its own voice state only.
    user: (userId) => ({
      isLocallyMuted: false,
      volume: bot.volumeOf(userId),
      isWanted: bot.receiver.wants(userId) || bot.call.heard.isPassed(userId),
      isMuted: false,
      isDeaf: false,
    }),
    listen: (userId, hear) => listenTo(bot, userId, hear),
  };
}

/** Reads a stream of its own, beside those of the program. */
function listenTo(
  { receiver, call }: BotSound,
  userId: bigint,
  hear: (samples: Int16Array) => void,
): () => void {
  if (call.heard.isPassed(userId)) return call.listen(userId, hear).dispose;
  const stream = receiver.subscribe(userId, { format: "pcm" });
  void (async () => {
    for await (const { data } of stream) hear(data);
  })();
  return () => stream.close();
}
