import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import { NotHeardError, openCast, type Actor, type Cast, type HearOptions } from "@sdkpp/testing";
import { onTestFinished } from "vitest";

/** Ten seconds of speech. */
export const SPEECH = new URL("../../../examples/demo/speech.wav", import.meta.url);

/** Two people on a platform of their own, which ends with the test. */
export interface TwoPeople {
  readonly platform: Platform;
  readonly cast: Cast;
  readonly ada: Actor;
  readonly ben: Actor;
}

export async function twoPeople(options: PlatformOptions = {}): Promise<TwoPeople> {
  const platform = await startPlatform(options);
  const cast = await openCast(platform);
  onTestFinished(async () => {
    await cast.close();
    await platform.stop();
  });
  return { platform, cast, ada: await cast.actor("ada"), ben: await cast.actor("ben") };
}

/** Both in the call of a lobby. @returns its id */
export async function meetInLobby({ ada, ben }: TwoPeople): Promise<string> {
  const [lobbyId = ""] = await Promise.all([ada.joinLobby("room"), ben.joinLobby("room")]);
  await ada.joinVoice(lobbyId);
  await ben.joinVoice(lobbyId);
  return lobbyId;
}

/** Both in the call of a channel of a server. @returns the server's id */
export async function meetInChannel({ ada, ben, platform }: TwoPeople): Promise<string> {
  await ada.joinVoice(platform.seeded.voiceChannelId);
  await ben.joinVoice(platform.seeded.voiceChannelId);
  return platform.seeded.guildId;
}

/** Why one does not hear the other. */
export async function whyNot(
  listener: Actor,
  speaker: Actor | string,
  options: HearOptions = {},
): Promise<NotHeardError> {
  const outcome = await listener
    .heard(speaker, { within: 1000, ...options })
    .catch((error: unknown) => error);
  if (outcome instanceof NotHeardError) return outcome;
  throw new Error(`expected a NotHeardError, received ${JSON.stringify(outcome)} ${String(outcome)}`);
}
