import type { Snowflake } from "sdkpp/wire";
import type { PlatformEvent } from "../domain/reactions/events.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import { fail, respond, type ResponseInput } from "../domain/rules/interaction/callbacks.js";
import { signedHeaders } from "../domain/rules/event-webhook/signed-headers.js";
import { Fault } from "../domain/rules/outcome.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import type { Outgoing, Reply } from "../outgoing/outgoing.js";

export interface InteractionEndpointParts {
  readonly world: World;
  readonly publisher: Publisher;
  readonly outgoing: Outgoing;
  readonly guard: Guard;
  /** Reads the body of a response, whose files are held until it is released. */
  readonly read: (contentType: string, body: Buffer) => Promise<HeldResponse | Fault>;
}

interface HeldResponse {
  readonly input: ResponseInput;
  release(): void;
}

type Created = Extract<PlatformEvent, { readonly kind: "interaction.created" }>;

/** A response with its files. */
const BYTES_MAX = 27 * 1024 * 1024;
const OK = 200;
/** The application responds through the callback. */
const ACCEPTED = 202;

/** Sends interactions to the addresses of their applications, and takes what they answer as their responses (R§2). */
export class InteractionEndpoint {
  readonly #parts: InteractionEndpointParts;
  #isStopped = false;

  constructor(parts: InteractionEndpointParts) {
    this.#parts = parts;
    parts.publisher.subscribe((event) => {
      if (event.kind === "interaction.created")
        parts.guard.start("an interaction over HTTP", this.#send(event));
    });
  }

  /** Interactions that wait for a response go on waiting: it may come by the callback, after the next start. */
  stop(): void {
    this.#isStopped = true;
    this.#parts.outgoing.stop();
  }

  async #send({ interactionId, applicationId, payload }: Created): Promise<void> {
    const { world, outgoing, guard } = this.#parts;
    const url = world.applications.get(applicationId)?.interactionsUrl;
    const body = JSON.stringify(payload);
    const headers = signedHeaders(world, applicationId, body);
    if (url === undefined || headers === undefined) return;
    const reply = await outgoing.ask(url, headers, body, BYTES_MAX);
    if (this.#isStopped) return;
    const problem = await this.#take(interactionId, String(payload["token"]), reply).catch(
      (error: unknown) => {
        guard.report("the response to an interaction", error);
        return "the platform could not keep the response";
      },
    );
    if (problem !== undefined) this.#fail(interactionId, problem);
  }

  /** @returns why there is no response, in words; undefined: there is one, or it comes another way */
  async #take(id: Snowflake, token: string, reply: Reply): Promise<string | undefined> {
    if (!("status" in reply)) return reply.problem;
    if (reply.status === ACCEPTED) return undefined;
    if (reply.status !== OK) return `answered ${String(reply.status)}`;
    const { world, publisher, read } = this.#parts;
    const response = await read(reply.contentType, reply.body);
    if (response instanceof Fault) return wordsOf(response);
    try {
      const answer = publisher.settle(() => respond(world, { id, token }, response.input, false));
      return answer instanceof Fault ? wordsOf(answer) : undefined;
    } finally {
      response.release();
    }
  }

  #fail(id: Snowflake, problem: string): void {
    const { world, publisher } = this.#parts;
    publisher.perform(() => fail(world, id, problem));
  }
}

function wordsOf({ message, errors }: Fault): string {
  return errors === undefined
    ? `answered with a response that is rejected: ${message}`
    : `answered with a response that is rejected: ${message} ${JSON.stringify(errors)}`;
}
