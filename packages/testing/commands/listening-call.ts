import { ArgumentError, SdkError } from "sdkpp";
import type { ListeningFigures, ListenOptions } from "../hearing/listen-to.js";
import { openCast } from "../people/cast.js";
import { enterCall } from "../people/entering.js";
import type { Stage } from "../people/stage.js";

export interface ListeningCallOptions extends ListenOptions {
  /** the channel; default: the one in whose call the speaker is */
  readonly channelId?: string;
}

const LISTENER = "test-caller";

/**
 * Somebody comes into the call of a channel, listens to a user or bot, measures what comes, and goes.
 * @param speaker name or id
 * @throws {NotHeardError} when that is nothing, with why; {SdkError} NOT_IN_CALL; {ArgumentError}
 */
export async function listeningCall(
  stage: Stage,
  speaker: string,
  { channelId, ...options }: ListeningCallOptions,
): Promise<ListeningFigures> {
  const speakerId = /^\d+$/.test(speaker) ? speaker : await idOf(stage, speaker);
  const place = channelId ?? (await channelOf(stage, speakerId));
  if (place === undefined)
    throw new SdkError(
      "NOT_IN_CALL",
      `${speaker} is not in the call of any server; let it join one, or say with --in in which channel it will speak`,
    );
  await using cast = await openCast(stage);
  const listener = await cast.actor(LISTENER);
  await enterCall(listener, stage, place);
  return await listener.listenTo(speakerId, options);
}

async function idOf({ control }: Stage, name: string): Promise<string> {
  const users = await control.users.list();
  const found = users.find(({ username }) => username === name);
  if (found !== undefined) return found.id;
  throw new ArgumentError("speaker", "the name of a user or bot of the platform, or its id", name);
}

async function channelOf({ control }: Stage, userId: string): Promise<string | undefined> {
  for (const { id } of await control.guilds.list()) {
    const members = await control.voice.members(id);
    const there = members.find((member) => member.userId === userId);
    if (there !== undefined) return there.channelId;
  }
  return undefined;
}
