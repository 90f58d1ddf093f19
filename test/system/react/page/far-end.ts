import type {
  Change,
  EventMessage,
  FromPage,
  MicrophoneReport,
  SentFailure,
  ToPage,
} from "../../../../packages/electron/bridge/messages.js";
import { deadline } from "./deadline.js";

type Call = FromPage & { readonly type: "call" };
interface Frame {
  readonly changes?: readonly Change[];
  readonly events?: readonly EventMessage[];
  readonly levels?: Float32Array;
  readonly order?: readonly string[];
  readonly microphone?: MicrophoneReport;
}

/** The process of the client at the other end of a page's channel, as a test drives it. */
export class FarEnd {
  readonly heard: FromPage[] = [];
  readonly #port: MessagePort;
  readonly #listeners = new Set<() => void>();
  readonly #answered = new Set<number>();
  #version = 0;
  #takenVersion = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<FromPage>) => {
      this.heard.push(data);
      this.#tellListeners();
    };
  }

  /** The page has taken over a message. */
  taken({ version }: { readonly version?: number }): void {
    this.#takenVersion = version ?? this.#takenVersion;
    this.#tellListeners();
  }

  /** Sends a snapshot in one piece. @returns when the page has drawn it */
  async snapshot(changes: readonly Change[]): Promise<void> {
    this.#version += 1;
    this.#post({ type: "snapshot", piece: 0, changes, version: this.#version });
    await this.#drawn();
  }

  /** @returns when the page has drawn it */
  async frame({ changes = [], events = [], ...sounds }: Frame): Promise<void> {
    this.#version += 1;
    this.#post({ type: "frame", version: this.#version, changes, events, ...sounds });
    await this.#drawn();
  }

  /** The oldest call of an operation that has no answer yet. */
  async call(name: string): Promise<Call> {
    const waiting = (): Call | undefined =>
      this.heard.find(
        (one): one is Call => one.type === "call" && one.name === name && !this.#answered.has(one.id),
      );
    await this.until(`a call of ${name}`, () => waiting() !== undefined);
    const call = waiting()!;
    this.#answered.add(call.id);
    return call;
  }

  done({ id }: Call, value: unknown): void {
    this.#post({ type: "done", id, value });
  }

  failed({ id }: Call, failure: SentFailure): void {
    this.#post({ type: "failed", id, failure });
  }

  close(): void {
    this.#port.close();
  }

  /** Waits for what the page says. */
  async until(what: string, holds: () => boolean): Promise<void> {
    if (holds()) return;
    let listener = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      listener = () => void (holds() && resolve());
    });
    this.#listeners.add(listener);
    await deadline(what, heard).finally(() => this.#listeners.delete(listener));
  }

  #post(message: ToPage): void {
    this.#port.postMessage(message);
  }

  /** The page does not speak of each frame, so its end of the channel is looked at. */
  async #drawn(): Promise<void> {
    const version = this.#version;
    await this.until(`version ${String(version)} to be taken`, () => this.#takenVersion >= version);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  #tellListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
