import { heardAs, hears } from "../domain/reactions/audience.js";
import type { Dispatch } from "../domain/reactions/events.js";
import { OutgoingEvent } from "./outgoing-event.js";
import type { GatewaySession } from "./session.js";

/** Sends one event to the sessions of its audience, each of which gets what it may read. */
export class Delivery {
  readonly #event: Dispatch;
  /** The event as most sessions get it; written when the first one hears it. */
  #whole: OutgoingEvent | undefined;

  constructor(event: Dispatch) {
    this.#event = event;
  }

  /** Sends the event if the session hears it. */
  sendTo(session: GatewaySession): void {
    if (hears(session.identity, this.#event))
      session.deliver(this.#as(heardAs(session.identity, this.#event)));
  }

  #as(d: unknown): OutgoingEvent {
    const { t } = this.#event;
    if (d !== this.#event.d) return new OutgoingEvent(t, d);
    this.#whole ??= new OutgoingEvent(t, d);
    return this.#whole;
  }
}
