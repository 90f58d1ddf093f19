import { addAbortListener } from "node:events";
import {
  COMMAND_STRING_MAX,
  CommandType,
  INTERACTION_RESPONSE_MS,
  LOCALES,
  type Snowflake,
} from "sdkpp/wire";
import type { Timer, TimerClock } from "../../clock/clock.js";
import type { Publisher } from "../../domain/reactions/publisher.js";
import type { Entry, SubmittedFile } from "../../domain/rules/component/submission.js";
import type { OptionValue } from "../../domain/rules/interaction/command-values.js";
import { uploadedAttachment, type UploadedFile } from "../../domain/rules/interaction/open.js";
import { submitModal } from "../../domain/rules/interaction/submit-modal.js";
import { useCommand } from "../../domain/rules/interaction/use-command.js";
import { useComponent } from "../../domain/rules/interaction/use-component.js";
import { Fault, type Outcome } from "../../domain/rules/outcome.js";
import { interactionState, type InteractionState } from "../../domain/views/interaction/state.js";
import type { World } from "../../domain/world/world.js";
import type { Attachment } from "../../domain/records/message/attachment.js";
import { streamOf } from "../../files/intake.js";
import type { FileStore, HeldFile } from "../../files/file-store.js";
import { finiteNumber, list, members, mistake, oneOf, optional, text } from "../../guard/arguments.js";
import * as inputs from "../inputs.js";

/** A file that a user uploads. */
export interface UserFile {
  readonly filename: string;
  readonly data: Uint8Array;
}

/** Kinds of commands, as users meet them. */
export type CommandKind = "slash" | "user" | "message" | "entryPoint";

/** How an application's first response is waited for. */
export interface AwaitedInteraction {
  /** ends the wait, which rejects with its reason; the application can still respond. Of a request the end of its connection does */
  readonly signal?: AbortSignal;
}

/** A user uses a command. */
export interface NewCommandUse extends AwaitedInteraction {
  readonly applicationId: Snowflake;
  readonly userId: Snowflake;
  /** A channel of a server, a thread, or a conversation, which the user sees. */
  readonly channelId: Snowflake;
  /** The command as typed after the slash, with group and subcommand: `"wave hand left"`. */
  readonly name: string;
  /** Default `"slash"`. */
  readonly kind?: CommandKind;
  /** Values by name of the option; users, channels and roles by id. */
  readonly options?: Readonly<Record<string, string | number | boolean | UserFile>>;
  /** The user or message whose menu has the command. */
  readonly targetId?: Snowflake;
  /** The language of the user's client; default `"en-US"`. */
  readonly locale?: string;
}

/** A user types an option that has autocomplete. */
export interface NewAutocomplete extends NewCommandUse {
  /** The name of this option; `options` has what is typed. */
  readonly focused: string;
}

/** A user presses a button, or chooses in a select. */
export interface NewComponentUse extends AwaitedInteraction {
  readonly userId: Snowflake;
  readonly channelId: Snowflake;
  readonly messageId: Snowflake;
  readonly customId: string;
  /** Values of a select's options, or ids. */
  readonly values?: readonly string[];
  readonly locale?: string;
}

/** A user submits a modal. */
export interface NewModalSubmission extends AwaitedInteraction {
  /** The interaction that opened the modal. */
  readonly interactionId: Snowflake;
  /** Entries by `custom_id`: a text, whether a box is checked, chosen values, or files. Others keep what they showed. */
  readonly fields?: Readonly<Record<string, string | boolean | readonly string[] | readonly UserFile[]>>;
  readonly locale?: string;
}

interface InteractionParts {
  readonly world: World;
  readonly files: FileStore;
  readonly publisher: Publisher;
  readonly clock: TimerClock;
}

/** A file of a user that is not kept yet. */
interface GivenFile {
  readonly attachment: Attachment;
  readonly data: Uint8Array;
}

interface KeptFile extends UploadedFile {
  readonly held: HeldFile;
}

/** A checked input: what it does, once its files are kept. */
interface Prepared {
  readonly given: readonly GivenFile[];
  readonly act: (files: readonly UploadedFile[]) => Outcome<Snowflake> | Fault;
}

const KINDS: Readonly<Record<CommandKind, number>> = {
  slash: CommandType.ChatInput,
  user: CommandType.User,
  message: CommandType.Message,
  entryPoint: CommandType.PrimaryEntryPoint,
};
const KIND_NAMES = Object.keys(KINDS) as CommandKind[];
const CUSTOM_ID_MAX = 100;
/** Group, subcommand, and the command itself. */
const NAME_MAX = 98;

interface Waiting {
  readonly timer: Timer;
  readonly abortion: Disposable | undefined;
  readonly resolve: () => void;
}

/**
 * Acts as the users of applications: they use commands, press buttons, choose in selects, and submit modals. Each method resolves
 * as soon as the application has responded, or when 3 seconds of the platform's clock have passed without a response; while that clock
 * stands, only a response or a `signal` ends the wait.
 *
 * All methods throw an `ArgumentError` or `ArgumentRangeError` with the name of a wrong argument, and a RangeError for what a
 * client would not let its user do: a command that is not offered there, an option that lacks, a button that is disabled.
 */
export class ControlInteractions {
  readonly #parts: InteractionParts;
  readonly #waiting = new Map<Snowflake, Waiting>();

  /** @internal */
  constructor(parts: InteractionParts) {
    this.#parts = parts;
    parts.publisher.subscribe((event) => {
      if (event.kind === "interaction.answered") this.#end(event.interactionId);
    });
  }

  /** A user uses a slash command, one of the menu of a user or message, or an entry point. */
  useCommand(input: NewCommandUse): Promise<InteractionState> {
    return this.#run(input, () => this.#command(input, undefined));
  }

  /** A user types an option; {@link InteractionState.choices} lists the offered choices. */
  autocomplete(input: NewAutocomplete): Promise<InteractionState> {
    return this.#run(input, () =>
      this.#command(input, text("focused", members("input", input)["focused"], 1, NAME_MAX)),
    );
  }

  /** A user presses a button, or chooses in a select. */
  useComponent(input: NewComponentUse): Promise<InteractionState> {
    return this.#run(input, () => {
      const given = members("input", input);
      const use = {
        userId: inputs.userId("userId", given["userId"]),
        channelId: inputs.id("channelId", given["channelId"]),
        messageId: inputs.id("messageId", given["messageId"]),
        customId: text("customId", given["customId"], 1, CUSTOM_ID_MAX),
        values: optional("values", given["values"], (name, values) => list(name, values, text)),
        locale: optional("locale", given["locale"], locale),
      };
      return { given: [], act: () => useComponent(this.#parts.world, use) };
    });
  }

  /** A user submits a modal. */
  submitModal(input: NewModalSubmission): Promise<InteractionState> {
    return this.#run(input, () => {
      const given = members("input", input);
      const files: GivenFile[] = [];
      const fields = optional("fields", given["fields"], members) ?? {};
      const entries = Object.entries(fields).map(
        ([name, value]) => [name, this.#entry(`fields.${name}`, value, files)] as const,
      );
      const submission = {
        interactionId: inputs.id("interactionId", given["interactionId"]),
        entries: Object.fromEntries(entries),
        locale: optional("locale", given["locale"], locale),
      };
      return { given: files, act: (kept) => submitModal(this.#parts.world, { ...submission, files: kept }) };
    });
  }

  /**
   * A user's current view of an interaction. It is known as long as its token is valid: 15 minutes.
   * @throws {RangeError} when it is not known
   */
  get(interactionId: Snowflake): InteractionState {
    const { world } = this.#parts;
    const interaction = world.interactions.get(inputs.id("interactionId", interactionId));
    if (interaction === undefined) throw new RangeError(`There is no interaction ${interactionId}.`);
    return interactionState(world, interaction);
  }

  /** Ends all waiting. @internal */
  stop(): void {
    for (const id of [...this.#waiting.keys()]) this.#end(id);
  }

  #command(input: NewCommandUse, focused: string | undefined): Prepared {
    const given = members("input", input);
    const files: GivenFile[] = [];
    const options = optional("options", given["options"], members) ?? {};
    const values = Object.entries(options).map(
      ([name, value]) => [name, this.#value(`options.${name}`, value, files)] as const,
    );
    const use = {
      applicationId: inputs.applicationId("applicationId", given["applicationId"]),
      userId: inputs.userId("userId", given["userId"]),
      channelId: inputs.id("channelId", given["channelId"]),
      name: text("name", given["name"], 1, NAME_MAX),
      type: KINDS[optional("kind", given["kind"], (name, kind) => oneOf(name, kind, KIND_NAMES)) ?? "slash"],
      values: Object.fromEntries(values),
      targetId: optional("targetId", given["targetId"], inputs.id),
      locale: optional("locale", given["locale"], locale),
      focused,
    };
    return { given: files, act: (kept) => useCommand(this.#parts.world, { ...use, files: kept }) };
  }

  #value(name: string, value: unknown, files: GivenFile[]): OptionValue {
    if (typeof value === "string") return text(name, value, 0, COMMAND_STRING_MAX);
    if (typeof value === "number") return finiteNumber(name, value);
    return typeof value === "boolean" ? value : this.#file(name, value, files);
  }

  #entry(name: string, value: unknown, files: GivenFile[]): Entry {
    if (typeof value === "boolean") return value;
    if (typeof value === "string") return value;
    const [first] = list(name, value, (_one, element) => element);
    return typeof first === "object"
      ? list(name, value, (one, element) => this.#file(one, element, files))
      : list(name, value, text);
  }

  #file(name: string, value: unknown, files: GivenFile[]): SubmittedFile {
    const { filename, data } = members(name, value, "a file: an object with filename and data");
    if (!(data instanceof Uint8Array)) throw mistake(false, `${name}.data`, "a Uint8Array", data);
    const given = text(`${name}.filename`, filename, 1, 260);
    const attachment = uploadedAttachment(this.#parts.world, given, data.length);
    files.push({ attachment, data: Uint8Array.from(data) });
    return { id: attachment.id, filename: attachment.filename };
  }

  /** Opens an interaction, and waits for its first response. */
  async #run(input: AwaitedInteraction, prepare: () => Prepared): Promise<InteractionState> {
    const { publisher, world } = this.#parts;
    const signal = optional("signal", members("input", input)["signal"], abortSignal);
    signal?.throwIfAborted();
    const { given, act } = prepare();
    // Without files it happens at once, before anything that the caller does next.
    const kept = given.length === 0 ? [] : await this.#keep(given);
    const { result, events } = this.#opened(act, kept);
    if (result instanceof Fault) throw new RangeError(wordsOf(result));
    const id = result.reply;
    const answered = this.#begin(id, signal);
    publisher.publish(events);
    await answered;
    const interaction = world.interactions.get(id);
    // A jump of the clock can end it together with its token.
    return interaction === undefined
      ? { id, status: "failed", followUps: [] }
      : interactionState(world, interaction);
  }

  /** Stores the interaction, in whose record its files are named from then on. */
  #opened(act: Prepared["act"], kept: readonly KeptFile[]) {
    const { publisher, world } = this.#parts;
    try {
      return world.store.transaction(() => {
        const result = act(kept);
        return { result, events: result instanceof Fault ? [] : publisher.commit(() => result.facts) };
      });
    } finally {
      for (const { held } of kept) held.release();
    }
  }

  async #keep(given: readonly GivenFile[]): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    try {
      for (const { attachment, data } of given) {
        const held = await this.#parts.files.keep(streamOf(data));
        kept.push({ attachment, content: held.content, held });
      }
      return kept;
    } catch (error) {
      for (const { held } of kept) held.release();
      throw error;
    }
  }

  #begin(id: Snowflake, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      // One more than the limit: a response at the limit is in time.
      const timer = this.#parts.clock.after(INTERACTION_RESPONSE_MS + 1, () => this.#end(id));
      const abortion =
        signal &&
        addAbortListener(signal, () => {
          reject(signal.reason as Error);
          this.#end(id);
        });
      this.#waiting.set(id, { timer, abortion, resolve });
    });
  }

  #end(id: Snowflake): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.timer.cancel();
    waiting.abortion?.[Symbol.dispose]();
    waiting.resolve();
  }
}

function abortSignal(name: string, value: unknown): AbortSignal {
  if (value instanceof AbortSignal) return value;
  throw mistake(false, name, "an AbortSignal", value);
}

function locale(name: string, value: unknown): string {
  return oneOf(name, value, LOCALES);
}

function wordsOf({ message, errors }: Fault): string {
  return errors === undefined ? message : `${message} ${JSON.stringify(errors)}`;
}
