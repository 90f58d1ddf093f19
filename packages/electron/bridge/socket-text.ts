// What crosses a WebSocket, where messages are text. Clones carry more than JSON does; of that the bridge has levels and sound only.

/** A message as text. */
export function toText(message: unknown): string {
  return JSON.stringify(message, (_name, value: unknown) =>
    value instanceof Float32Array || value instanceof Int16Array ? Array.from(value) : value,
  );
}

interface Sounding {
  readonly levels?: readonly number[];
  readonly sound?: readonly (readonly [string, readonly number[]])[];
}

/** @throws {SyntaxError} for a text that is no JSON */
export function fromText(text: string): unknown {
  const message = JSON.parse(text) as Sounding | null;
  const { levels, sound } = message ?? {};
  return levels === undefined && sound === undefined
    ? message
    : {
        ...message,
        ...(Array.isArray(levels) && { levels: Float32Array.from(levels) }),
        ...(Array.isArray(sound) && {
          sound: sound.map(([key, samples]) => [key, Int16Array.from(samples)]),
        }),
      };
}
