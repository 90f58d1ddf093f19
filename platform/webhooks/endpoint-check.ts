import { InteractionCallback, InteractionType, type Snowflake, type WebAddress } from "sdkpp/wire";
import {
  signedHeaders,
  withWrongSignature,
  type SignedHeaders,
} from "../domain/rules/event-webhook/signed-headers.js";
import { pingEnvelope } from "../domain/views/event-webhook/envelope.js";
import type { World } from "../domain/world/world.js";
import type { Answer, Outgoing, Reply } from "../outgoing/outgoing.js";

/** Checks that may run at once; more are rejected. */
const CHECKS_MAX = 16;
const WRONG_PING = "a PING with a wrong signature";

/**
 * Checks that an address belongs to an application: it must acknowledge a signed PING, and answer one with a wrong signature with
 * 401 (R§1.1, R§2).
 */
export class EndpointCheck {
  readonly #world: World;
  readonly #outgoing: Outgoing;
  #running = 0;

  constructor(world: World, outgoing: Outgoing) {
    this.#world = world;
    this.#outgoing = outgoing;
  }

  /** @returns what is wrong, in words; undefined: nothing */
  eventWebhookProblem(applicationId: Snowflake, url: WebAddress): Promise<string | undefined> {
    return this.#limited(applicationId, pingEnvelope(applicationId), async (body, headers) => {
      const wrong = withWrongSignature(headers);
      return (
        (await this.#expect(204, "a signed PING", url, headers, body)) ??
        (await this.#expect(401, WRONG_PING, url, wrong, body))
      );
    });
  }

  /** The same for a wrong signature alone; an address that does not answer has no problem with it. */
  async wrongSignatureProblem(applicationId: Snowflake, url: WebAddress): Promise<string | undefined> {
    const body = pingEnvelope(applicationId);
    const headers = signedHeaders(this.#world, applicationId, body);
    if (headers === undefined) return undefined;
    const answer = await this.#outgoing.post(url, withWrongSignature(headers), body);
    return "status" in answer ? unlike(401, WRONG_PING, answer) : undefined;
  }

  /** The reason why an address cannot receive the interactions of an application, in words; undefined: it can. */
  interactionsProblem(applicationId: Snowflake, url: WebAddress): Promise<string | undefined> {
    return this.#limited(
      applicationId,
      pingInteraction(this.#world, applicationId),
      async (body, headers) => {
        const pong = await this.#outgoing.ask(url, headers, body, PONG_MAX_BYTES);
        if (!isPong(pong))
          return `The address must answer a signed PING with 200 and {"type":1}, but it ${wordsOf(pong)}.`;
        return this.#expect(401, WRONG_PING, url, withWrongSignature(headers), body);
      },
    );
  }

  async #limited(
    applicationId: Snowflake,
    body: string,
    check: (body: string, headers: SignedHeaders) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    if (this.#running >= CHECKS_MAX) return "Too many addresses are being checked.";
    const headers = signedHeaders(this.#world, applicationId, body);
    if (headers === undefined) return "The application has no key.";
    this.#running += 1;
    try {
      return await check(body, headers);
    } finally {
      this.#running -= 1;
    }
  }

  async #expect(
    status: number,
    what: string,
    url: WebAddress,
    headers: SignedHeaders,
    body: string,
  ): Promise<string | undefined> {
    return unlike(status, what, await this.#outgoing.post(url, headers, body));
  }
}

/** What is wrong with an answer, in words; undefined: nothing. */
function unlike(status: number, what: string, answer: Answer): string | undefined {
  if ("status" in answer && answer.status === status) return undefined;
  return `The address must answer ${what} with ${String(status)}, but it ${wordsOf(answer)}.`;
}

const PONG_MAX_BYTES = 4096;

/** An interaction that an application only acknowledges. */
function pingInteraction({ ids }: World, applicationId: Snowflake): string {
  return JSON.stringify({
    id: ids.next(),
    application_id: applicationId,
    type: InteractionType.Ping,
    token: "ping",
    version: 1,
  });
}

function isPong(reply: Reply): boolean {
  if (!("status" in reply) || reply.status !== 200) return false;
  try {
    return (
      (JSON.parse(reply.body.toString("utf8")) as { type?: unknown } | null)?.type ===
      InteractionCallback.Pong
    );
  } catch {
    return false;
  }
}

/** Describes the outcome of a request. */
export function wordsOf(answer: Answer): string {
  return "status" in answer ? `answered ${String(answer.status)}` : answer.problem;
}
