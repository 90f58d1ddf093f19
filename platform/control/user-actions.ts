import type { MessagePayload, Snowflake } from "sdkpp/wire";
import type { User } from "../domain/records/user/user.js";
import type { Participation } from "../domain/records/voice/participation.js";
import { acceptAs } from "../domain/rules/guild/invites.js";
import { joinAs } from "../domain/rules/guild/joining.js";
import { leaveGuild } from "../domain/rules/guild/member-updates.js";
import {
  deleteChannelMessage,
  editChannelMessage,
  listChannelMessages,
  sendChannelMessage,
  startTyping,
} from "../domain/rules/message/channel-messages.js";
import { openConversation } from "../domain/rules/message/conversations.js";
import { vote } from "../domain/rules/message/polls.js";
import { react, unreact } from "../domain/rules/message/reactions.js";
import { Fault, type Result } from "../domain/rules/outcome.js";
import { setInterest } from "../domain/rules/scheduled-event/interest.js";
import { joinThread, leaveThread } from "../domain/rules/thread/thread-members.js";
import { enterOwnCall, leaveOwnCall } from "../domain/rules/voice/own-calls.js";
import { sendSound } from "../domain/rules/voice/sound-effects.js";
import { updateVoiceState } from "../domain/rules/voice/voice-states.js";
import { accountActor, type Actor } from "../domain/world/oauth2/actor.js";
import type { World } from "../domain/world/world.js";
import { flag, members, optional, text, wholeNumber } from "../guard/arguments.js";
import * as inputs from "./inputs.js";
import { perform, settle, type RuleParts } from "./settling.js";

/** A message from a user. */
export interface UserMessage {
  readonly content: string;
  /** The message of the same channel that it answers. */
  readonly replyTo?: Snowflake;
}

/** A user's own switches in a call; both false unless given. */
export interface OwnSwitches {
  readonly mute?: boolean;
  readonly deaf?: boolean;
}

/** The result of op 4, with which a voice client plays and records for the app. */
export interface CallGrant {
  /** The guild. */
  readonly serverId: Snowflake;
  readonly channelId: Snowflake;
  readonly userId: Snowflake;
  readonly sessionId: string;
  /** For one connection, and its resumes. */
  readonly token: string;
  /** `localhost:<port>`; null while the call has no voice server. */
  readonly endpoint: string | null;
}

/**
 * A user's actions in the platform's own app, under the rules for everybody: permissions, blocks, slow mode, auto moderation.
 * Channels are those of servers, their threads, and conversations. What is refused throws a RangeError with the code and the message
 * of the platform's answer.
 */
export class UserActions {
  readonly #parts: RuleParts;
  readonly #userId: Snowflake;

  /** @internal */
  constructor(parts: RuleParts, userId: Snowflake) {
    this.#parts = parts;
    this.#userId = userId;
  }

  /** Writes a message, as Create Message. @param message text of 1 to 2,000 characters, alone or with what it answers @returns its id */
  write(channelId: Snowflake, message: string | UserMessage): Snowflake {
    inputs.id("channelId", channelId);
    const { content, replyTo } = messageOf(message);
    const message_reference = replyTo === undefined ? undefined : { message_id: replyTo };
    return this.#as((world, actor) =>
      sendChannelMessage(world, actor, channelId, { content, message_reference }),
    ).id;
  }

  /** Edits an own message, as Edit Message. @param content 1 to 2,000 characters */
  edit(channelId: Snowflake, messageId: Snowflake, content: string): void {
    inputs.id("channelId", channelId);
    inputs.id("messageId", messageId);
    text("content", content);
    this.#as((world, actor) => editChannelMessage(world, actor, channelId, messageId, { content }));
  }

  /** Deletes an own message, or as a moderator that of another user. */
  delete(channelId: Snowflake, messageId: Snowflake): void {
    inputs.id("channelId", channelId);
    inputs.id("messageId", messageId);
    this.#as((world, actor) => deleteChannelMessage(world, actor, channelId, messageId));
  }

  /** Reacts to a message. @param emoji the character, or `name:id` of a server's emoji */
  react(channelId: Snowflake, messageId: Snowflake, emoji: string): void {
    const target = reactionTarget(channelId, messageId, emoji);
    this.#as((world, actor) => react(world, actor, target));
  }

  /** Takes an own reaction back; has no effect when there is none. */
  unreact(channelId: Snowflake, messageId: Snowflake, emoji: string): void {
    const target = reactionTarget(channelId, messageId, emoji);
    this.#as((world, actor) => unreact(world, actor, target));
  }

  /** Types in a channel, without writing. */
  type(channelId: Snowflake): void {
    inputs.id("channelId", channelId);
    this.#as((world, actor) => startTyping(world, actor, channelId));
  }

  /**
   * Votes in a poll: for these answers, and no longer for others.
   * @param answerIds ids of answers, 1 for the first one; empty: takes all votes back
   * @throws {RangeError} when there is no such poll or answer, it has ended, or it allows one answer only
   */
  vote(messageId: Snowflake, answerIds: readonly number[]): void {
    inputs.answers("answerIds", answerIds);
    inputs.id("messageId", messageId);
    const { id } = this.#user();
    perform(this.#parts, (world) => {
      const facts = vote(world, id, messageId, answerIds);
      if (typeof facts === "string") throw new RangeError(`messageId: ${facts}`);
      return facts;
    });
  }

  /**
   * Says that the user wants to take part in a scheduled event, or no longer.
   * @throws {RangeError} when the event does not exist, or the user is not in its server
   */
  setEventInterest(eventId: Snowflake, isInterested: boolean): void {
    const { world } = this.#parts;
    const { id } = this.#user();
    const event = world.scheduledEvents.get(inputs.id("eventId", eventId));
    if (event === undefined) throw new RangeError(`eventId: there is no scheduled event ${eventId}`);
    if (world.guilds.get(event.guildId)?.memberIds.includes(id) !== true)
      throw new RangeError(`eventId: user ${id} is not in server ${event.guildId}`);
    flag("isInterested", isInterested);
    perform(this.#parts, () => setInterest(world, event, id, isInterested));
  }

  /**
   * Accepts an invite to a server.
   * @throws {RangeError} when the invite is used, expired or for another user
   */
  acceptInvite(code: string): void {
    text("code", code);
    const user = this.#user();
    settle(this.#parts, (world) => acceptAs(world, user, code));
  }

  /**
   * Reads a channel, as Get Channel Messages; without the permission to read the history there is nothing.
   * @param limit 1 to 100; default 50
   * @returns the newest messages, oldest first
   */
  read(channelId: Snowflake, limit = 50): MessagePayload[] {
    inputs.id("channelId", channelId);
    wholeNumber("limit", limit, 1, 100);
    return this.#as((world, actor) => listChannelMessages(world, actor, channelId, { limit })).reverse();
  }

  /** Opens the conversation with another user or a bot. @returns the id of its channel */
  openConversation(recipientId: Snowflake): Snowflake {
    inputs.userId("recipientId", recipientId);
    return this.#as((world, actor) => openConversation(world, actor, recipientId)).id;
  }

  /** Joins a server as anybody can join it; has no effect for a member. */
  joinServer(guildId: Snowflake): void {
    inputs.id("guildId", guildId);
    this.#as((world, { user }) => joinAs(world, user, guildId));
  }

  /** Leaves a server, as Leave Guild. Its owner cannot. */
  leaveServer(guildId: Snowflake): void {
    inputs.id("guildId", guildId);
    this.#as((world, actor) => leaveGuild(world, actor, guildId));
  }

  /** Joins a thread, as Join Thread. */
  joinThread(threadId: Snowflake): void {
    inputs.id("threadId", threadId);
    this.#as((world, actor) => joinThread(world, actor, threadId));
  }

  /** Leaves a thread, as Leave Thread. */
  leaveThread(threadId: Snowflake): void {
    inputs.id("threadId", threadId);
    this.#as((world, actor) => leaveThread(world, actor, threadId));
  }

  /**
   * Enters the call of a channel and leaves the one of another server. In the call, it sets the own switches, or moves to another
   * channel. The app neither plays nor records sound; a voice client can, with what this returns.
   */
  enterCall(channelId: Snowflake, switches: OwnSwitches = {}): CallGrant {
    inputs.id("channelId", channelId);
    const given = members("switches", switches);
    const selfMute = optional("switches.mute", given["mute"], flag) ?? false;
    const selfDeaf = optional("switches.deaf", given["deaf"], flag) ?? false;
    const entered = this.#as((world, actor) => enterOwnCall(world, actor, channelId, { selfMute, selfDeaf }));
    return grantOf(this.#parts.world, entered);
  }

  /** Leaves the call; has no effect outside one. */
  leaveCall(): void {
    this.#as(leaveOwnCall);
  }

  /**
   * Plays a sound of a soundboard in the call that the user is in, as Send Soundboard Sound.
   * @param soundId one that all users have, or of the server `sourceGuildId`; default: the server of the channel
   */
  playSound(channelId: Snowflake, soundId: Snowflake, sourceGuildId?: Snowflake): void {
    inputs.id("channelId", channelId);
    inputs.id("soundId", soundId);
    const source_guild_id = optional("sourceGuildId", sourceGuildId, inputs.id);
    this.#as((world, actor) => sendSound(world, actor, channelId, { sound_id: soundId, source_guild_id }));
  }

  /** Asks to speak on the stage that the user is on, or no longer. */
  askToSpeak(guildId: Snowflake, isAsking = true): void {
    inputs.id("guildId", guildId);
    flag("isAsking", isAsking);
    this.#as((world, actor) =>
      updateVoiceState(world, actor, guildId, actor.user.id, {
        requestToSpeakAt: isAsking ? world.clock.now() : null,
      }),
    );
  }

  /** @throws {RangeError} with the code and the message of the fault */
  #as<T>(rule: (world: World, actor: Actor) => Result<T>): T {
    const { world, publisher } = this.#parts;
    const reply = publisher.settle(() => rule(world, accountActor(this.#user())));
    if (reply instanceof Fault) throw new RangeError(`${reply.message} (${String(reply.code)})`);
    return reply;
  }

  #user(): User {
    const user = this.#parts.world.users.get(this.#userId);
    if (user === undefined) throw new RangeError(`There is no user ${this.#userId}.`);
    if (user.banned === true)
      throw new RangeError(`user ${user.id} is banned; control.users.unban() ends the ban`);
    return user;
  }
}

function grantOf(world: World, { serverId, channelId, userId, sessionId, token }: Participation): CallGrant {
  const endpoint = world.voice.isMoving(serverId) ? null : world.voice.endpoint;
  return { serverId, channelId, userId, sessionId, token, endpoint };
}

function messageOf(message: unknown): UserMessage {
  if (typeof message === "string") return { content: message };
  const given = members("message", message);
  const replyTo = optional("message.replyTo", given["replyTo"], inputs.id);
  return {
    content: text("message.content", given["content"]),
    ...(replyTo === undefined ? {} : { replyTo }),
  };
}

function reactionTarget(channelId: Snowflake, messageId: Snowflake, emoji: string) {
  return {
    channelId: inputs.id("channelId", channelId),
    messageId: inputs.id("messageId", messageId),
    emoji: text("emoji", emoji),
  };
}
