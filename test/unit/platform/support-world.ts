import { createHash } from "node:crypto";
import { SEARCHED_MESSAGES } from "../../../platform/domain/records/message/message-terms.js";
import type { FileContent } from "../../../platform/domain/records/message/file-content.js";
import { Registry } from "../../../platform/control/registry.js";
import type { Actor } from "../../../platform/domain/world/oauth2/actor.js";
import { bearerActor, botActor } from "../../../platform/domain/world/oauth2/actor.js";
import type { Dispatch, PlatformEvent } from "../../../platform/domain/reactions/events.js";
import { issueTokens } from "../../../platform/domain/rules/oauth2/tokens.js";
import { Fault } from "../../../platform/domain/rules/outcome.js";
import { SnowflakeIds } from "../../../platform/domain/world/snowflake-ids.js";
import { makeWorld, type World } from "../../../platform/domain/world/world.js";
import { SignedFileLinks } from "../../../platform/file-links.js";
import { openSqliteStore } from "../../../platform/store/sqlite-store.js";
import type { Store } from "../../../platform/store/store.js";
import { systemPorts } from "../../../platform/system-ports.js";

export const START = Date.UTC(2026, 0, 1);

/** A clock that moves only when a test sets it. */
export class StillClock {
  #now = START;
  now(): number {
    return this.#now;
  }
  elapsed(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface TestWorld extends World {
  readonly clock: StillClock;
  readonly remarks: readonly string[];
  /** Hashes of contents that a record names no longer. */
  readonly doubted: ReadonlySet<string>;
}

/** What a test's file holds, by its text. */
export function contentOf(text: string): FileContent {
  return { hash: createHash("sha256").update(text).digest("hex"), size: Buffer.byteLength(text) };
}

/** @param store default: in memory */
export function testWorld(
  store: Store = openSqliteStore(":memory:", { searched: SEARCHED_MESSAGES }),
): TestWorld {
  const clock = new StillClock();
  let counter = 0;
  const random = { token: (length: number) => `t${(counter += 1)}`.padEnd(length, "x") };
  const digest = {
    sha256: (text: string) => createHash("sha256").update(text).digest("base64url"),
    equal: (left: string, right: string) => left === right,
  };
  const remarks: string[] = [];
  const doubted = new Set<string>();
  const { keyChecks, signatures, remark } = systemPorts(clock, (line) => remarks.push(line));
  const fileLinks = new SignedFileLinks(() => new Uint8Array(32), clock, { webBase: "http://127.0.0.1" });
  const ports = {
    clock,
    ids: new SnowflakeIds(clock),
    random,
    digest,
    keyChecks,
    signatures,
    fileLinks,
    contents: { doubt: (hash: string) => void doubted.add(hash) },
    remark,
  };
  return { ...makeWorld(store, ports), clock, remarks, doubted };
}

export interface Cast {
  readonly world: TestWorld;
  readonly registry: Registry;
  readonly applicationId: string;
  readonly ada: Actor;
  readonly ben: Actor;
  readonly bot: Actor;
}

/** One application with a bot, and two players who have authorized it. */
export function cast(store?: Store): Cast {
  const world = testWorld(store);
  const registry = new Registry(world);
  const application = registry.createApplication({ name: "Game", secret: "s3cret" });
  const bot = botActor(world, registry.createBot(application.id).token);
  const player = (username: string): Actor => {
    const user = registry.createUser({ username });
    const tokens = issueTokens(world, application.id, user.id, "openid sdk.social_layer");
    return bearerActor(world, tokens.access_token)!;
  };
  return {
    world,
    registry,
    applicationId: application.id,
    ada: player("ada"),
    ben: player("ben"),
    bot: bot!,
  };
}

/** The reply of a rule, or of an operation, that must not be rejected. */
export function reply<T>(result: { readonly reply: T } | Fault): T {
  if (result instanceof Fault) throw new Error(`rejected: ${result.status} ${result.code} ${result.message}`);
  return result.reply;
}

/** The names of the events of an operation. */
export function eventNames(
  result: { readonly events: readonly PlatformEvent[] } | Fault | readonly PlatformEvent[],
): string[] {
  if (result instanceof Fault) return [];
  const events = "events" in result ? result.events : result;
  return events.map((event) => (event.kind === "dispatch" ? event.t : event.kind));
}

export function dispatches(events: readonly PlatformEvent[]): Dispatch[] {
  return events.filter((event): event is Dispatch => event.kind === "dispatch");
}
