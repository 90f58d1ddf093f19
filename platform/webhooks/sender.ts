import type { Snowflake, WebAddress } from "sdkpp/wire";
import type { Timer, TimerClock } from "../clock/clock.js";
import type { EventDelivery } from "../domain/records/event-webhook/event-delivery.js";
import type { Publisher } from "../domain/reactions/publisher.js";
import {
  destinationOf,
  discard,
  settleDelivered,
  settleFailed,
} from "../domain/rules/event-webhook/deliveries.js";
import { signedHeaders } from "../domain/rules/event-webhook/signed-headers.js";
import { dueDeliveries, waitingApplications } from "../domain/world/event-webhook/event-queues.js";
import type { World } from "../domain/world/world.js";
import type { Guard } from "../guard/guard.js";
import { DeliveryLog } from "./delivery-log.js";
import { wordsOf } from "./endpoint-check.js";
import type { Answer, Outgoing } from "../outgoing/outgoing.js";

export interface SenderParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly outgoing: Outgoing;
  readonly guard: Guard;
}

/** Events that are sent to one application, and to all of them, at once. */
const PER_APPLICATION_MAX = 4;
const TOTAL_MAX = 32;
/** An acknowledgement. */
const NO_CONTENT = 204;
/** How long to wait after the store could not be written. */
const PAUSE_MS = 1000;
/** Later than every event is due. */
const FOREVER_MS = Number.MAX_SAFE_INTEGER;

/** Sends the events that wait in the store. No transaction is open while a request runs. */
export class Sender {
  readonly log = new DeliveryLog();
  readonly #parts: SenderParts;
  /** Event → application. */
  readonly #inFlight = new Map<Snowflake, Snowflake>();
  #timer: Timer | undefined;
  #isStopped = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    parts.publisher.subscribe(({ kind }) => {
      if (kind === "event-webhook.queued") this.#pump();
    });
  }

  /** Begins with what an earlier run left. */
  start(): void {
    this.#pump();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#parts.outgoing.stop();
  }

  /** Sends what is due. After a fault it tries again: nothing else would wake it. */
  #pump(): void {
    if (this.#isStopped) return;
    const { guard, clock } = this.#parts;
    guard.run(
      "sending events",
      () => this.#sendDue(),
      () => void (this.#timer = clock.after(PAUSE_MS, () => this.#pump())),
    );
  }

  /** Sends all that is due and has room, and wakes when the next event is due. */
  #sendDue(): void {
    this.#timer?.cancel();
    const { world, clock } = this.#parts;
    const now = clock.now();
    let next = FOREVER_MS;
    let isDiscarding = false;
    for (const applicationId of waitingApplications(world)) {
      const waiting = this.#nextOf(applicationId);
      for (const delivery of waiting.filter(({ dueAt }) => dueAt <= now))
        if (!this.#send(delivery)) isDiscarding = true;
      const later = waiting.find(({ dueAt }) => dueAt > now);
      if (later !== undefined) next = Math.min(next, later.dueAt);
    }
    // Discarded events make room for the next ones at once.
    if (isDiscarding) next = now;
    if (next < FOREVER_MS) this.#timer = clock.after(next - now, () => this.#pump());
  }

  /** The next events of an application that are not being sent, as many as have room and one more. */
  #nextOf(applicationId: Snowflake): EventDelivery[] {
    const own = [...this.#inFlight.values()].filter((id) => id === applicationId).length;
    const room = Math.min(PER_APPLICATION_MAX - own, TOTAL_MAX - this.#inFlight.size);
    if (room <= 0) return [];
    const first = dueDeliveries(this.#parts.world, applicationId, FOREVER_MS, own + room);
    return first.filter(({ id }) => !this.#inFlight.has(id)).slice(0, room);
  }

  /** @returns false when the event had nowhere to go, and is discarded */
  #send(delivery: EventDelivery): boolean {
    const { id, applicationId, body } = delivery;
    const { world, outgoing, publisher, guard, clock } = this.#parts;
    const url = destinationOf(world, delivery);
    const headers = signedHeaders(world, applicationId, body);
    if (url === undefined || headers === undefined) {
      publisher.perform(() => {
        discard(world, delivery);
        return [];
      });
      return false;
    }
    const answering = outgoing.post(url, headers, body);
    this.#inFlight.set(id, applicationId);
    const settling = answering
      .finally(() => this.#inFlight.delete(id))
      .then((answer) => this.#settle(delivery, url, answer));
    // After a fault it is sent again.
    guard.start("the outcome of an event", settling, () => void clock.after(PAUSE_MS, () => this.#pump()));
    return true;
  }

  #settle(delivery: EventDelivery, url: WebAddress, answer: Answer): void {
    if (this.#isStopped) return;
    this.#keep(delivery, url, answer);
    this.#pump();
  }

  #keep(delivery: EventDelivery, url: WebAddress, answer: Answer): void {
    const { world, publisher, clock } = this.#parts;
    const isDelivered = "status" in answer && answer.status === NO_CONTENT;
    const problem = wordsOf(answer);
    let isKept = false;
    publisher.perform(() => {
      if (isDelivered) settleDelivered(world, delivery);
      else isKept = settleFailed(world, delivery, problem);
      return [];
    });
    const { id, applicationId, type, attempts } = delivery;
    this.log.add(applicationId, {
      eventId: id,
      type,
      url,
      attempt: attempts + 1,
      at: clock.now(),
      outcome: isDelivered ? "delivered" : isKept ? "will be retried" : "given up",
      ...(isDelivered ? {} : { problem }),
    });
  }
}
