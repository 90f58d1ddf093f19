import type { Clock, VoicePort, VoiceProcess } from "sdkpp/voice";
import type { Bus } from "../bus/bus.js";
import type { Letters } from "../bus/letters.js";
import { Link } from "../bus/link.js";
import { LinkCipher } from "../bus/link-cipher.js";
import { LinkPort } from "../bus/link-port.js";
import { linkSalt, openedPurpose, openPurpose, parseOpenAnswer, SALT_BYTES } from "../bus/opening.js";
import type { Subjects } from "../bus/subjects.js";

/** A voice process that has not answered by then is not there, milliseconds. */
const OPEN_LIMIT_MS = 1000;
const LINK_ID_BYTES = 16;

export interface RemoteParts {
  readonly bus: Bus;
  readonly letters: Letters;
  readonly fleetKey: Uint8Array;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
}

/** A place for one call in the voice process of a worker, as its supervisor sees it. */
export class RemoteProcess implements VoiceProcess {
  readonly port: VoicePort;
  readonly exited: Promise<string>;
  /** of the worker */
  readonly process: string;
  readonly #port: LinkPort;
  readonly #unsubscribe: () => void;
  #exit: (reason: string) => void = () => undefined;
  #link: Link;
  #isOver = false;

  private constructor(parts: RemoteParts, process: string, id: string, salt: Uint8Array) {
    const { bus, subjects, clock, fleetKey } = parts;
    this.process = process;
    this.exited = new Promise((resolve) => (this.#exit = resolve));
    this.#link = new Link({
      cipher: new LinkCipher(fleetKey, salt, "controller"),
      clock,
      transmit: (frame) => bus.publish(subjects.link(id, "worker"), frame),
      deliver: (message) => {
        try {
          this.#port.heard(message);
        } catch (error) {
          this.lost(`the worker said something without a form: ${String(error)}`);
        }
      },
      failed: (reason) => this.lost(`the link to the worker failed: ${reason}`),
    });
    this.#port = new LinkPort(this.#link, () => this.lost("the worker closed it"));
    this.port = this.#port;
    this.#unsubscribe = bus.subscribe(subjects.link(id, "controller"), ({ data }) =>
      this.#link.receive(data),
    );
  }

  /**
   * Asks a voice process to take a call.
   * @returns the reason why it does not, in words, or the place
   */
  static async open(parts: RemoteParts, process: string): Promise<RemoteProcess | string> {
    const { bus, letters, subjects, random } = parts;
    const [id, salt] = [hex(random(LINK_ID_BYTES)), hex(random(SALT_BYTES))];
    const request = letters.seal(openPurpose(process), { link: id, salt });
    let answered: Uint8Array;
    try {
      answered = await bus.request(subjects.open(process), request, OPEN_LIMIT_MS);
    } catch (error) {
      return `it does not answer (${String(error)})`;
    }
    const answer = parseOpenAnswer(letters.open(openedPurpose(id), answered));
    if (answer === undefined)
      return "its answer is not authentic: give both the same fleet key, and set their clocks";
    if ("refused" in answer) return `it refuses: ${answer.refused}`;
    return new RemoteProcess(parts, process, id, linkSalt(id, salt, answer.salt));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** It is gone, or its lease is over. */
  lost(reason: string): void {
    this.#end(reason);
  }

  /** Its call ends there without a word to anybody; what was sent before arrives first. */
  kill(): void {
    this.#end("it was ended");
  }

  /** It is told in every case: one that lives after all ends its call. */
  #end(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#port.close().finally(() => this.#unsubscribe());
    this.#exit(reason);
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
