import { setImmediate } from "node:timers/promises";
import type { InteractionState, NewCommandUse, NewComponentUse, Platform } from "@sdkpp/platform";
import type { FrameSocket } from "../e2e/platform/support-socket.js";
import { sendRequest, type Answer } from "./send-request.js";

/** An interaction as a bot receives it. */
export interface Received {
  readonly id: string;
  readonly token: string;
  readonly application_id: string;
  readonly type: number;
  readonly data: Record<string, unknown>;
  readonly [field: string]: unknown;
}

/** An interaction at the bot, and what its user sees once the bot has responded. */
export interface Pending {
  readonly received: Received;
  readonly seen: Promise<InteractionState>;
}

type Command = Readonly<Record<string, unknown>> & { readonly name: string };

/** A bot that registers commands and responds to interactions, and the users who cause them. */
export class InteractionApp {
  constructor(
    readonly platform: Platform,
    readonly socket: FrameSocket,
    readonly applicationId = platform.seeded.applicationId,
    readonly token = platform.seeded.botToken,
  ) {}

  /** All own commands of the application. */
  async register(...commands: readonly Command[]): Promise<Answer<{ id: string }[]>> {
    const list = commands.map((command) =>
      (command["type"] ?? 1) === 1 ? { description: "A command", ...command } : command,
    );
    const path = `/applications/${this.applicationId}/commands`;
    const answer = await sendRequest<{ id: string }[]>(this.platform, `Bot ${this.token}`, "PUT", path, list);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer;
  }

  async use(use: Omit<NewCommandUse, "applicationId">): Promise<Pending> {
    return this.#received(
      this.platform.control.interactions.useCommand({ applicationId: this.applicationId, ...use }),
    );
  }

  async type(use: Omit<NewCommandUse, "applicationId">, focused: string): Promise<Pending> {
    const input = { applicationId: this.applicationId, ...use, focused };
    return this.#received(this.platform.control.interactions.autocomplete(input));
  }

  async press(use: NewComponentUse): Promise<Pending> {
    return this.#received(this.platform.control.interactions.useComponent(use));
  }

  async submit(input: Parameters<Platform["control"]["interactions"]["submitModal"]>[0]): Promise<Pending> {
    return this.#received(this.platform.control.interactions.submitModal(input));
  }

  /** The first response. */
  respond<Body = Record<string, unknown>>(
    { id, token }: Received,
    body: unknown,
    query = "",
  ): Promise<Answer<Body>> {
    return sendRequest<Body>(
      this.platform,
      undefined,
      "POST",
      `/interactions/${id}/${token}/callback${query}`,
      body,
    );
  }

  /** A request below the address of the interaction's webhook. @param line method, and path if it is longer */
  hook<Body = Record<string, unknown>>(
    { application_id: id, token }: Received,
    line: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const [method = "", path = ""] = line.split(" ");
    return sendRequest<Body>(this.platform, undefined, method, `/webhooks/${id}/${token}${path}`, body);
  }

  async #received(seen: Promise<InteractionState>): Promise<Pending> {
    // An action that a client would not allow is rejected at once, and the bot hears of nothing.
    const early = seen.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const rejected = await Promise.race([early, setImmediate()]);
    if (rejected !== undefined) throw rejected.error;
    const received = await this.socket.event<Received>("INTERACTION_CREATE");
    return { received, seen };
  }
}
