import { ChannelType } from "../../enums/index.js";
import type { Finding } from "../finding.js";
import type { ChannelFacts, GuildFacts } from "./guild-facts.js";

/** The channel that the bot is to speak in, and what it may do there. */
export interface Place {
  readonly guild: GuildFacts;
  readonly channel: ChannelFacts;
  readonly permissions: bigint;
}

/** Concludes one thing from what is known. */
export type PlaceCheck = (place: Place) => Finding;

export function isStage({ channel }: Pick<Place, "channel">): boolean {
  return channel.type === Number(ChannelType.GuildStageVoice);
}

export function holdsCalls(channel: ChannelFacts): boolean {
  return isStage({ channel }) || channel.type === Number(ChannelType.GuildVoice);
}
