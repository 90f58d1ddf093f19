import { serveVoiceProcess, type Clock, type ServeVoiceOptions } from "sdkpp/voice";
import type { Bus, Received } from "../bus/bus.js";
import type { Letters } from "../bus/letters.js";
import { Link } from "../bus/link.js";
import { LinkCipher } from "../bus/link-cipher.js";
import { LinkPort } from "../bus/link-port.js";
import {
  linkSalt,
  openedPurpose,
  openPurpose,
  parseOpenRequest,
  SALT_BYTES,
  type OpenAnswer,
  type OpenRequest,
  type Refusal,
} from "../bus/opening.js";
import type { Subjects } from "../bus/subjects.js";

/** A controller that asks and then says nothing has lost the answer, milliseconds. */
const UNUSED_MS = 5000;

export interface TenantParts {
  readonly bus: Bus;
  readonly letters: Letters;
  readonly fleetKey: Uint8Array;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** the voice process that they are in */
  readonly process: string;
  readonly voice: ServeVoiceOptions;
  /** Why no call is taken at the moment; undefined: one is. */
  refusal(): Refusal | undefined;
}

/** The supervisors whose calls are in this voice process, one for each call. */
export class Tenants {
  readonly #parts: TenantParts;
  readonly #tenants = new Set<Tenant>();
  readonly #unsubscribe: () => void;

  constructor(parts: TenantParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe(parts.subjects.open(parts.process), (one) => this.#asked(one));
  }

  get count(): number {
    return this.#tenants.size;
  }

  /** All calls end here without a word: their supervisors go on with them elsewhere. */
  abandon(): void {
    this.#unsubscribe();
    for (const tenant of this.#tenants) tenant.end();
    this.#tenants.clear();
  }

  /** What is not authentic gets no answer. */
  #asked({ data, reply }: Received): void {
    const { letters, process } = this.#parts;
    const request = parseOpenRequest(letters.openOnce(openPurpose(process), data));
    if (request === undefined) return;
    reply(letters.seal(openedPurpose(request.link), this.#answer(request)));
  }

  #answer(request: OpenRequest): OpenAnswer {
    const refused = this.#parts.refusal();
    if (refused !== undefined) return { refused };
    const salt = Buffer.from(this.#parts.random(SALT_BYTES)).toString("hex");
    const tenant: Tenant = new Tenant(this.#parts, request, salt, () => this.#tenants.delete(tenant));
    this.#tenants.add(tenant);
    return { salt };
  }
}

/** A supervisor and its call. */
class Tenant {
  readonly #end: () => void;

  constructor(parts: TenantParts, { link: id, salt }: OpenRequest, ownSalt: string, over: () => void) {
    const { bus, subjects, clock, fleetKey, voice } = parts;
    const cipher = new LinkCipher(fleetKey, linkSalt(id, salt, ownSalt), "worker");
    const end = (): void => {
      cancelUnused();
      unsubscribe();
      link.end();
      served.abandon();
      over();
    };
    const link: Link = new Link({
      cipher,
      clock,
      transmit: (frame) => bus.publish(subjects.link(id, "controller"), frame),
      deliver: (message) => {
        cancelUnused();
        try {
          port.heard(message);
        } catch {
          // what its bot says has no form: the others here have nothing to do with it
          end();
        }
      },
      failed: end,
    });
    const port = new LinkPort(link, end);
    const served = serveVoiceProcess(port, voice);
    const unsubscribe = bus.subscribe(subjects.link(id, "worker"), ({ data }) => link.receive(data));
    const cancelUnused = clock.schedule(UNUSED_MS, end);
    this.#end = end;
  }

  end(): void {
    this.#end();
  }
}
