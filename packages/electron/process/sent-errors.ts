import { SdkError } from "sdkpp";
import type { SentError } from "./messages.js";

/** Makes an error ready for another process. */
export function sendError(error: unknown): SentError {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return {
    code: typeof code === "string" ? code : "INTERNAL",
    message: typeof message === "string" ? message : String(error),
  };
}

/** Makes an error of another process again. */
export function receivedError({ code, message }: SentError): SdkError {
  return new SdkError(code, message);
}

/** Questions to another process that wait for an answer. */
export class Questions<T = void> {
  readonly #waiting = new Map<number, { resolve(value: T): void; reject(error: unknown): void }>();
  #last = 0;

  /** @param send gets the number that the answer has */
  ask(send: (id: number) => void): Promise<T> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  /** The numbers of those that have no answer yet. */
  get open(): number[] {
    return [...this.#waiting.keys()];
  }

  /** @param value of an answer that is no error */
  answered(id: number, error: SentError | undefined, value: T): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(receivedError(error));
  }

  /** Nobody answers any more. */
  end(error: SentError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(receivedError(error));
    this.#waiting.clear();
  }
}
