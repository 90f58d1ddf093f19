import type { Snowflake } from "sdkpp/wire";
import {
  signedHeaders,
  withWrongSignature,
  type SignedHeaders,
} from "../domain/rules/event-webhook/signed-headers.js";
import { pingEnvelope } from "../domain/views/event-webhook/envelope.js";
import type { World } from "../domain/world/world.js";
import type { Answer, Outgoing } from "../outgoing/outgoing.js";

/** Checks that may run at once; more are rejected. */
const CHECKS_MAX = 16;

/**
 * Checks that an address belongs to an application: it must answer a signed PING with 204, and one with a wrong signature with
 * 401 (R§1.1).
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
  async eventWebhookProblem(applicationId: Snowflake, url: string): Promise<string | undefined> {
    if (this.#running >= CHECKS_MAX) return "Too many addresses are being checked.";
    const body = pingEnvelope(applicationId);
    const headers = signedHeaders(this.#world, applicationId, body);
    if (headers === undefined) return "The application has no key.";
    this.#running += 1;
    try {
      const wrong = withWrongSignature(headers);
      return (
        (await this.#expect(204, "a signed PING", url, headers, body)) ??
        (await this.#expect(401, "a PING with a wrong signature", url, wrong, body))
      );
    } finally {
      this.#running -= 1;
    }
  }

  async #expect(
    status: number,
    what: string,
    url: string,
    headers: SignedHeaders,
    body: string,
  ): Promise<string | undefined> {
    const answer = await this.#outgoing.post(url, headers, body);
    if ("status" in answer && answer.status === status) return undefined;
    return `The address must answer ${what} with ${String(status)}, but it ${wordsOf(answer)}.`;
  }
}

/** What came of a request, in words. */
export function wordsOf(answer: Answer): string {
  return "status" in answer ? `answered ${String(answer.status)}` : answer.problem;
}
