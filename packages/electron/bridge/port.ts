/** One end of a channel between a page and the process of the client: a `MessagePort`, a socket, or anything else that clones messages. */
export interface Port {
  /** @param message plain objects, arrays, texts, numbers, `Float32Array`s. It is not heard where the other end is closed */
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other end has closed, or its process has ended. */
  onClose(listener: () => void): void;
  close(): void;
}
