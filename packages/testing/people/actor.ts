import type {
  AwaitedInteraction,
  InteractionState,
  NewCommandUse,
  NewModalSubmission,
} from "@sdkpp/platform";
import { ArgumentError, SdkError, type Client } from "sdkpp";
import { flag, objectWith, oneOf, signalArgument, text, within as inRange, wrong } from "../arguments.js";
import { ChannelSeat } from "../calls/channel-seat.js";
import { LobbySeat } from "../calls/lobby-seat.js";
import type { Seat, Speech, Switches } from "../calls/seat.js";
import type { HearingFigures } from "../hearing/figures.js";
import type { ListeningFigures, ListenOptions } from "../hearing/listen-to.js";
import type { HearOptions } from "../hearing/listening-for.js";
import { until } from "../hearing/until.js";
import type { Random } from "../sound/random.js";
import { wavOf, type Sound } from "../sound/sound.js";
import { seenInChannel, type SeenMessage } from "./message.js";
import { NotSeenError } from "./not-seen-error.js";
import { passedTime } from "./passed-time.js";
import { Player, STATUSES, type Status } from "./player.js";
import type { Stage } from "./stage.js";
import type { Waits } from "./waits.js";

/** Somebody: an actor or its name, or the id of a user or bot. */
export type Somebody = Actor | string;

/** Conditions for a message; all of them have to hold. */
export interface MessageQuery {
  /** a part of its text */
  readonly contains?: string;
  /** its author */
  readonly from?: Somebody;
}

/** The identity and the place of an actor. */
export interface ActorState {
  readonly id: string;
  readonly name: string;
  /** The channel or lobby whose call it is in; null: none. */
  readonly callId: string | null;
}

/** How a message is looked for. */
export interface SeeOptions {
  /** the channel or lobby; default: all in which the actor has joined, written or used something */
  readonly in?: string;
  /** how long to wait, milliseconds of the platform's clock, and of real time while that stands; default 5,000 */
  readonly within?: number;
  /** ends the wait, which rejects with its reason; of a request the end of its connection does */
  readonly signal?: AbortSignal;
}

/** Where and how a command is used. */
export interface CommandOptions
  extends AwaitedInteraction, Pick<NewCommandUse, "kind" | "targetId" | "locale"> {
  /** the channel; default: the one in which the actor acted last */
  readonly in?: string;
  /** default: that of the cast */
  readonly applicationId?: string;
}

/** @internal What an actor needs of its cast. */
export interface ActorParts {
  readonly stage: Stage;
  readonly applicationId: string;
  readonly random: Random;
  readonly waits: Waits;
  /** @throws {ArgumentError} for a name that no actor has */
  readonly idOf: (somebody: Somebody) => string;
  readonly hear: (listener: Actor, speaker: Somebody, options: HearOptions) => Promise<HearingFigures>;
  readonly listenTo: (
    listener: Actor,
    seat: Seat,
    speaker: Somebody,
    options: ListenOptions,
  ) => Promise<ListeningFigures>;
  /** @throws {SdkError} CAST_CLOSED */
  readonly assertOpen: () => void;
  /** the actor begins to listen in a call */
  readonly seated: (listener: Actor) => Promise<void>;
}

const JOIN_MS = 20_000;
const DEFAULT_WITHIN_MS = 5_000;

/**
 * Somebody who plays a game and is a member of servers: writes, clicks, speaks, reads and listens. In games and calls it has the real
 * client; everything else it does in the platform's own app, under the rules for everybody.
 */
export class Actor implements AsyncDisposable {
  /** The user's id. */
  readonly id: string;
  /** The user's name. */
  readonly name: string;
  readonly #parts: ActorParts;
  /** the newest change of its place, after which the next one begins */
  #moved: Promise<unknown> = Promise.resolve();
  #player: Promise<Player> | undefined;
  #signedIn: Player | undefined;
  #seat: Seat | undefined;
  #switches: Switches = { mute: false, deaf: false };
  /** where it has acted, the newest last */
  readonly #places = new Set<string>();
  /** the newest message that it has recognized in each place */
  readonly #lastSeen = new Map<string, string>();

  /** @internal */
  constructor(id: string, name: string, parts: ActorParts) {
    this.id = id;
    this.name = name;
    this.#parts = parts;
  }

  /** @internal Its place in a call. */
  get seat(): Seat | undefined {
    return this.#seat;
  }

  /** The identity and the place of the actor. */
  state(): ActorState {
    return { id: this.id, name: this.name, callId: this.#seat?.channelId ?? null };
  }

  /**
   * The client of the game, signed in; for what an actor has no word for.
   * @inProcess
   */
  async client(): Promise<Client> {
    return (await this.#play()).client;
  }

  /** Joins the lobby with this secret, or makes it. @returns the lobby's id */
  async joinLobby(secret: string): Promise<string> {
    const lobbyId = await (await this.#play()).joinLobby(secret);
    this.#actIn(lobbyId);
    return lobbyId;
  }

  /** Becomes a member of a server, as anybody can. */
  async joinServer(guildId: string): Promise<void> {
    text("guildId", guildId);
    await this.#app.joinServer(guildId);
  }

  /** Writes in a channel, a conversation or a lobby that it has joined. @returns the message's id */
  async say(place: string, content: string): Promise<string> {
    this.#actIn(text("place", place));
    const inLobby = await this.#lobby(place);
    return inLobby === undefined ? this.#app.write(place, content) : inLobby.say(place, content);
  }

  /** Reacts to a message of a channel. @param emoji the character, or `name:id` of a server's emoji */
  async react(message: Pick<SeenMessage, "id" | "channelId">, emoji: string): Promise<void> {
    this.#actIn(objectWith("message", message, ["id", "channelId"]).channelId);
    await this.#app.react(message.channelId, message.id, emoji);
  }

  /**
   * Presses a button of a message, or chooses in a select.
   * @param values of the options of a select
   * @returns the answer, or that there was none in 3 s of the platform's clock
   */
  async click(
    message: Pick<SeenMessage, "id" | "channelId">,
    customId: string,
    values?: readonly string[],
    options: AwaitedInteraction = {},
  ): Promise<InteractionState> {
    const { id: messageId, channelId } = objectWith("message", message, ["id", "channelId"]);
    this.#actIn(channelId);
    const chosen = values === undefined ? {} : { values };
    const use = { userId: this.id, channelId, messageId, customId, ...chosen, ...options };
    return this.#parts.stage.control.interactions.useComponent(use);
  }

  /**
   * Uses a command. @param name as typed after the slash, with group and subcommand
   * @returns the answer, or that there was none in 3 s of the platform's clock
   */
  async useCommand(
    name: string,
    values: NonNullable<NewCommandUse["options"]> = {},
    options: CommandOptions = {},
  ): Promise<InteractionState> {
    const {
      in: place = [...this.#places].at(-1),
      applicationId = this.#parts.applicationId,
      ...rest
    } = options;
    if (place === undefined)
      throw new ArgumentError(
        "options.in",
        "a channel, because the actor has not acted anywhere yet",
        "none",
      );
    this.#actIn(place);
    const use = { applicationId, userId: this.id, channelId: place, name, options: values, ...rest };
    return this.#parts.stage.control.interactions.useCommand(use);
  }

  /** Fills in a modal and submits it. @param opened what opened it @param fields by `custom_id` */
  async fillModal(
    opened: Pick<InteractionState, "id">,
    fields: NonNullable<NewModalSubmission["fields"]>,
    options: AwaitedInteraction = {},
  ): Promise<InteractionState> {
    const { id: interactionId } = objectWith("opened", opened, ["id"]);
    return this.#parts.stage.control.interactions.submitModal({ interactionId, fields, ...options });
  }

  /** Opens the conversation with somebody. @param other an actor or its name, or the id of a user or bot @returns the id of its channel */
  async openConversation(other: Somebody): Promise<string> {
    return this.#app.openConversation(this.#parts.idOf(other));
  }

  /** Asks somebody to be a friend, or accepts that somebody has asked. @param other an actor or its name, or the id of a user */
  async addFriend(other: Somebody): Promise<void> {
    const id = this.#parts.idOf(other);
    await (await this.client()).sendDiscordFriendRequestById(id);
  }

  /** Sets how it appears to friends. */
  async setStatus(status: Status): Promise<void> {
    const checked = oneOf("status", status, Object.keys(STATUSES) as Status[]);
    await (await this.#play()).setStatus(checked);
  }

  /** The newest 50 messages of a channel, a conversation or a lobby that it has joined, oldest first. */
  async messages(place: string): Promise<SeenMessage[]> {
    return (await this.#lobby(text("place", place)))?.messages(place) ?? this.#read(place);
  }

  /**
   * Waits until somebody else has written a message. Each is recognized once: the next call looks at newer ones.
   * @param wanted what it has to be like
   * @throws {NotSeenError} with what others wrote meanwhile; {SdkError} TOO_MANY_WAITS when as many wait as there may be people
   * @example
   * await ada.say(channelId, "!rank");
   * await ada.sees(({ content }) => content.includes("level 3"));
   */
  async sees(
    wanted: ((message: SeenMessage) => boolean) | MessageQuery,
    options: SeeOptions = {},
  ): Promise<SeenMessage> {
    const predicate = typeof wanted === "function" ? wanted : this.#matching(wanted);
    const { in: place, within = DEFAULT_WITHIN_MS, signal } = objectWith("options", options, []);
    signalArgument("signal", signal);
    inRange("within", within, 0, Number.MAX_SAFE_INTEGER);
    const { stage, waits } = this.#parts;
    const places = place === undefined ? [...this.#places] : [place];
    const found = await waits.during(this.name, () =>
      until(async () => (await this.#news(places)).find(predicate), {
        withinMs: within,
        now: passedTime(() => stage.control.clock.now()),
        signal,
      }),
    );
    if (found === undefined) throw new NotSeenError(this.name, await this.#news(places));
    this.#lastSeen.set(found.channelId, found.id);
    return found;
  }

  /** Joins the call of a server's channel or of a lobby that it has joined, and leaves the one it is in. */
  async joinVoice(place: string): Promise<void> {
    text("place", place);
    return this.#move(async () => {
      const player = await this.#lobby(place);
      this.#parts.assertOpen();
      await this.#stand();
      this.#seat = await this.#take(place, player);
      this.#switches = { mute: false, deaf: false };
      this.#actIn(place);
      await this.#parts.seated(this);
    });
  }

  /**
   * Speaks in place of what it is speaking. After a cut it begins when the call has come back.
   * @param sound a WAV file or a tone
   * @returns when it has begun
   */
  async speak(sound: Sound): Promise<Speech> {
    const wav = await wavOf(sound, this.#parts.random);
    const seat = this.#seated("speak");
    await seat.ready(AbortSignal.timeout(JOIN_MS));
    return seat.speak(wav);
  }

  /** Mutes itself in the call, or no longer. */
  async mute(isMuted = true): Promise<void> {
    await this.#switch({ mute: flag("isMuted", isMuted) });
  }

  /** Deafens itself in the call, or no longer. */
  async deafen(isDeaf = true): Promise<void> {
    await this.#switch({ deaf: flag("isDeaf", isDeaf) });
  }

  /**
   * Waits until somebody is heard: what arrives after decryption, jitter buffer and decoder is compared with a file, second by second
   * and wherever it lies in it, or with a tone. Each sound counts once: the next call listens to what comes after.
   * @param speaker an actor or its name, or the id of a user or bot
   * @throws {NotHeardError} with why, and what to do; {SdkError} TOO_MANY_WAITS when as many wait as there may be people
   * @example
   * await ada.speak("hello.wav");
   * await ben.heard(ada, { of: "hello.wav", atLeast: { seconds: 1, estoi: 0.8 } });
   */
  async heard(speaker: Somebody, options: HearOptions = {}): Promise<HearingFigures> {
    return this.#parts.hear(this, speaker, options);
  }

  /**
   * Listens to somebody for some seconds and measures what comes: how soon there is sound, how loud it is, and its gaps. What was
   * listened to can still be {@link heard}.
   * @param speaker an actor or its name, or the id of a user or bot
   * @throws {NotHeardError} when less than a tenth of a second of sound comes, with why, and what to do; {SdkError} TOO_MANY_WAITS
   * when as many wait as there may be people, NOT_IN_CALL
   * @example
   * const { firstSoundMs, gaps } = await ada.listenTo(botId, { seconds: 10 });
   */
  async listenTo(speaker: Somebody, options: ListenOptions = {}): Promise<ListeningFigures> {
    return this.#parts.listenTo(this, this.#seated("listen"), speaker, options);
  }

  /** Leaves the call; has no effect outside one. */
  leave(): Promise<void> {
    return this.#move(() => this.#stand());
  }

  /** Leaves the call and signs out of the game. What it does next signs it in again. */
  goOffline(): Promise<void> {
    return this.#move(async () => {
      await this.#stand();
      const player = this.#player;
      this.#player = undefined;
      this.#signedIn = undefined;
      // A sign-in that failed has said so to whoever waits for it.
      (await player?.catch(() => undefined))?.close();
    });
  }

  /** Ends everything that it has opened, as {@link goOffline}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.goOffline();
  }

  get #app() {
    return this.#parts.stage.control.as(this.id);
  }

  /** Changes its place after the change before: of two at once, one would leave a seat behind that nobody gives back. */
  #move<T>(change: () => Promise<T>): Promise<T> {
    const moved = this.#moved.then(change, change);
    this.#moved = moved.catch(() => undefined);
    return moved;
  }

  async #stand(): Promise<void> {
    const seat = this.#seat;
    this.#seat = undefined;
    await seat?.leave();
  }

  #matching(query: MessageQuery): (message: SeenMessage) => boolean {
    const { contains = "", from } = objectWith("wanted", query, []);
    if (typeof contains !== "string") throw wrong("wanted.contains", "a text", contains);
    const authorId = from === undefined ? undefined : this.#parts.idOf(from);
    return (one) => one.content.includes(contains) && (authorId === undefined || one.authorId === authorId);
  }

  /** The player when this is a lobby that it has joined. */
  async #lobby(place: string): Promise<Player | undefined> {
    if (this.#signedIn?.lobbies.has(place) !== true) return undefined;
    const player = await this.#play();
    return player.lobbies.has(place) ? player : undefined;
  }

  #actIn(place: string): void {
    this.#places.delete(place);
    this.#places.add(place);
  }

  /** The player, signed in anew when its sign-in is lost. */
  async #play(): Promise<Player> {
    const player = await this.#signIn();
    if (await player.isSignedIn()) return player;
    // Of several that find it lost, the first gives it up.
    if (this.#signedIn === player) {
      this.#player = this.#signedIn = undefined;
      player.close();
    }
    return this.#signIn();
  }

  async #signIn(): Promise<Player> {
    this.#parts.assertOpen();
    const { stage, applicationId } = this.#parts;
    this.#player ??= Player.signIn({ stage, userId: this.id, applicationId });
    try {
      return (this.#signedIn = await this.#player);
    } catch (error) {
      this.#player = undefined;
      throw error;
    }
  }

  /** Messages of others in these places since the last one that it has recognized there. */
  async #news(places: readonly string[]): Promise<SeenMessage[]> {
    const all = await Promise.all(
      places.map(async (place) => (await this.#lobby(place))?.received(place) ?? this.#read(place)),
    );
    return all.flat().filter(({ id, authorId, channelId }) => {
      const last = this.#lastSeen.get(channelId);
      return authorId !== this.id && (last === undefined || BigInt(id) > BigInt(last));
    });
  }

  async #read(channelId: string): Promise<SeenMessage[]> {
    return (await this.#app.read(channelId)).map(seenInChannel);
  }

  async #take(place: string, player: Player | undefined): Promise<Seat> {
    const signal = AbortSignal.timeout(JOIN_MS);
    const seat =
      player === undefined
        ? await ChannelSeat.take({ stage: this.#parts.stage, userId: this.id }, place, signal)
        : await LobbySeat.take(player.client, place, signal);
    try {
      // The cast may have been closed meanwhile.
      this.#parts.assertOpen();
    } catch (error) {
      await seat.leave();
      throw error;
    }
    return seat;
  }

  #seated(what: string): Seat {
    if (this.#seat !== undefined) return this.#seat;
    throw new SdkError("NOT_IN_CALL", `${this.name} cannot ${what} outside a call: join one first`);
  }

  async #switch(change: Partial<Switches>): Promise<void> {
    const seat = this.#seated("mute or deafen itself");
    this.#switches = { ...this.#switches, ...change };
    await seat.switch(this.#switches);
  }
}
