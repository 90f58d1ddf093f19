import { GatewayEvent } from "sdkpp/wire";
import type { FactOf } from "../../facts/facts.js";
import type { World } from "../../world/world.js";
import { dispatch, type Dispatch } from "../events.js";
import { messageUpdate } from "./message-update.js";
import { placeFields, toPlace } from "./place-reach.js";

export function pollVoteAdded(world: World, fact: FactOf<"pollVoteAdded">): Dispatch[] {
  return [dispatch(GatewayEvent.MessagePollVoteAdd, voteFields(fact), toPlace(world, fact.place))];
}

export function pollVoteRemoved(world: World, fact: FactOf<"pollVoteRemoved">): Dispatch[] {
  return [dispatch(GatewayEvent.MessagePollVoteRemove, voteFields(fact), toPlace(world, fact.place))];
}

export function pollEnded(world: World, { place, message }: FactOf<"pollEnded">): Dispatch[] {
  return [messageUpdate(world, place, message)];
}

function voteFields({
  place,
  message,
  userId,
  answerId,
}: FactOf<"pollVoteAdded" | "pollVoteRemoved">): object {
  return { user_id: userId, ...placeFields(place), message_id: message.id, answer_id: answerId };
}
