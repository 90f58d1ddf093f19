import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { waitFor } from "./wait-for.js";

/** An event as an application receives it. */
export interface ReceivedEvent {
  readonly version: number;
  readonly application_id: string;
  readonly type: number;
  readonly event?: {
    readonly type: string;
    readonly timestamp: string;
    readonly data?: Record<string, unknown>;
  };
}

/** How a receiver treats what it gets: as it should, with a status, or in one of several bad ways. */
export type Manner = "well" | "hang" | "close" | "redirect" | "accept everything" | number;

/** The prefix of a public Ed25519 key in DER. */
const ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/** A server of an application that receives events over HTTP, and checks each signature. */
export class WebhookReceiver {
  /** Events with a valid signature, in order. */
  readonly events: ReceivedEvent[] = [];
  /** Requests of any kind. */
  requests = 0;
  manner: Manner = "well";
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #hanging: ServerResponse[] = [];
  #publicKey = "";

  static async open(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  /** @param verifyKey `verify_key` of the application */
  expectKey(verifyKey: string): void {
    this.#publicKey = verifyKey;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/events`;
  }

  /** Events of one type. */
  of(type: string): ReceivedEvent[] {
    return this.events.filter(({ event }) => event?.type === type);
  }

  /** The first event of a type, when it has arrived. */
  async next(type: string): Promise<NonNullable<ReceivedEvent["event"]>> {
    await waitFor(`the event ${type}`, () => this.of(type).length > 0);
    return this.of(type)[0]?.event as NonNullable<ReceivedEvent["event"]>;
  }

  /** Answers the requests that hang. */
  answerAll(status: number): void {
    for (const response of this.#hanging.splice(0)) response.writeHead(status).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const isSigned = this.#isSigned(request, body);
    if (isSigned && typeof this.manner === "string") this.events.push(JSON.parse(body) as ReceivedEvent);
    this.#answer(response, isSigned);
  }

  #answer(response: ServerResponse, isSigned: boolean): void {
    if (this.manner === "hang") return void this.#hanging.push(response);
    if (this.manner === "close") response.destroy();
    else if (this.manner === "redirect")
      response.writeHead(307, { location: this.url.replace("/events", "/elsewhere") }).end();
    else if (typeof this.manner === "number") response.writeHead(this.manner).end();
    else response.writeHead(isSigned || this.manner === "accept everything" ? 204 : 401).end();
  }

  #isSigned({ headers }: IncomingMessage, body: string): boolean {
    const signature = Buffer.from(String(headers["x-signature-ed25519"]), "hex");
    const key = createPublicKey({
      key: Buffer.concat([ED25519, Buffer.from(this.#publicKey, "hex")]),
      format: "der",
      type: "spki",
    });
    return verify(null, Buffer.from(String(headers["x-signature-timestamp"]) + body), key, signature);
  }
}
