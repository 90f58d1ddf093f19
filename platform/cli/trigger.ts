import fs from "node:fs";
import { ArgumentError } from "sdkpp/wire";
import { connectControl } from "../control/remote/connect.js";
import { EVENT_WEBHOOK_TYPES } from "../domain/records/oauth2/event-webhooks.js";
import { oneOf } from "../guard/arguments.js";
import { controlTarget, type TargetOptions } from "./control-target.js";
import { printed } from "./print.js";

/** Options of `trigger`. */
export interface TriggerOptions extends TargetOptions {
  /** JSON, or `@` and a file with it. */
  readonly data?: string;
  readonly user?: string;
  readonly guild?: string;
  readonly session?: string;
  readonly webhook?: string;
  readonly json?: true;
}

/**
 * `sdkpp-platform trigger EVENT`: an event with a developer's own data, over the gateway or to an application's address.
 * @throws {ArgumentError} for options that contradict each other, or data that is no JSON; and what the operations of control throw
 */
export async function trigger(event: string, options: TriggerOptions): Promise<void> {
  const { user: userId, guild: guildId, session: sessionId, webhook, json } = options;
  const { gateway, applications } = connectControl(controlTarget(options));
  const isToGateway = userId !== undefined || guildId !== undefined || sessionId !== undefined;
  if (isToGateway === (webhook !== undefined))
    throw new ArgumentError(
      "--user",
      "it, --guild or --session for the gateway, or --webhook for an application's address",
      isToGateway ? "both" : "none",
    );
  const data = dataOf(options.data);
  if (webhook !== undefined)
    return applications.sendEvent(webhook, oneOf("EVENT", event, EVENT_WEBHOOK_TYPES), data as object);
  const target = {
    ...(userId !== undefined && { userId }),
    ...(guildId !== undefined && { guildId }),
    ...(sessionId !== undefined && { sessionId }),
  };
  const audience = await gateway.dispatch(event, data, target);
  process.stdout.write(json === true ? printed(audience, true) : `${sentence(event, audience)}\n`);
}

function sentence(event: string, { heard, withheld }: { heard: string[]; withheld: string[] }): string {
  const lacking = withheld.length === 0 ? "" : `; ${sessions(withheld)} without its intent or scope did not`;
  return heard.length + withheld.length === 0
    ? `Nobody heard ${event}: no session of the gateway belongs to the target.`
    : `${sessions(heard)} heard ${event}${lacking}.`;
}

function sessions({ length }: readonly string[]): string {
  return length === 1 ? "1 session" : `${String(length)} sessions`;
}

/** @throws {ArgumentError} */
function dataOf(given: string | undefined): unknown {
  if (given === undefined) return undefined;
  try {
    return JSON.parse(given.startsWith("@") ? fs.readFileSync(given.slice(1), "utf8") : given) as unknown;
  } catch (error) {
    throw new ArgumentError(
      "--data",
      "JSON, or @ and a file with it",
      `${given} (${(error as Error).message})`,
    );
  }
}
