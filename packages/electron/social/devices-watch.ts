import type { AudioDevice, Client, Subscription } from "sdkpp";
import { COLLECTIONS, type DevicesRecord } from "sdkpp/surface";
import { read } from "./read.js";
import type { Records } from "./records.js";

/**
 * Keeps the record of microphones and speakers. It begins when a page may see them: before, nobody needs the addon or the voice process that
 * lists them.
 */
export class DevicesWatch {
  readonly #client: Client;
  readonly #records: Records;
  #subscription: Subscription | undefined;
  #reads = 0;

  constructor(client: Client, records: Records) {
    this.#client = client;
    this.#records = records;
  }

  begin(): void {
    if (this.#subscription !== undefined) return;
    this.#subscription = this.#client.on("deviceChange", () => this.changed());
    this.changed();
  }

  /** Reads them again, as behind an operation that chose another one. */
  changed(): void {
    if (this.#subscription === undefined) return;
    void this.#read((this.#reads += 1)).catch(() => undefined);
  }

  end(): void {
    this.#subscription?.dispose();
    this.#subscription = undefined;
    this.#reads += 1;
  }

  /** Whatever cannot be listed is told by the client's log; the page keeps what it has. */
  async #read(turn: number): Promise<void> {
    const client = this.#client;
    const [inputs, outputs, input, output] = await Promise.all([
      client.getInputDevices(),
      client.getOutputDevices(),
      client.getCurrentInputDevice(),
      client.getCurrentOutputDevice(),
    ]);
    if (turn !== this.#reads) return;
    this.#records.put("devices", recordOf(inputs, outputs, input, output));
  }
}

function recordOf(
  inputs: AudioDevice[],
  outputs: AudioDevice[],
  input: AudioDevice,
  output: AudioDevice,
): DevicesRecord {
  const source = { inputs, outputs, inputId: input.id, outputId: output.id };
  return read(COLLECTIONS.devices.record, source) as DevicesRecord;
}
