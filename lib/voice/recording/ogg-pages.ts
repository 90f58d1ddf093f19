/** Pages of one Opus stream (RFC 3533, RFC 7845). */
const HEADER_BYTES = 27;
const MOST_SEGMENTS = 255;
const FIRST = 2;
const LAST = 4;
const SAMPLE_RATE = 48_000;
const VENDOR = "sdkpp";

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c1_1db7 : 0);
  return value;
});

/** Packs packets into pages, some 50 in each. */
export class OggPages {
  readonly #serial: number;
  #number = 0;
  #packets: Uint8Array[] = [];
  #segments = 0;
  #granule = 0n;

  /** @param serial tells one stream from others in a file, 32 bits */
  constructor(serial: number) {
    this.#serial = serial;
  }

  /** The two pages in front of the sound. */
  head(): Buffer {
    const head = Buffer.alloc(19);
    head.write("OpusHead", "latin1");
    head.writeUInt8(1, 8);
    head.writeUInt8(2, 9);
    head.writeUInt32LE(SAMPLE_RATE, 12);
    const tags = Buffer.alloc(16 + VENDOR.length);
    tags.write("OpusTags", "latin1");
    tags.writeUInt32LE(VENDOR.length, 8);
    tags.write(VENDOR, 12, "latin1");
    this.#add(head);
    const first = this.#page(FIRST);
    this.#add(tags);
    return Buffer.concat([first, this.#page(0)]);
  }

  /**
   * @param granule samples per channel up to the end of the packet
   * @returns a page that is full
   */
  put(packet: Uint8Array, granule: number): Buffer | undefined {
    const needed = Math.floor(packet.length / 255) + 1;
    const full =
      this.#segments + needed > MOST_SEGMENTS || this.#packets.length >= 50 ? this.#page(0) : undefined;
    this.#add(packet);
    this.#granule = BigInt(granule);
    return full;
  }

  /** The last page. */
  end(): Buffer {
    return this.#page(LAST);
  }

  #add(packet: Uint8Array): void {
    this.#packets.push(packet);
    this.#segments += Math.floor(packet.length / 255) + 1;
  }

  #page(flags: number): Buffer {
    const lacing = this.#packets.flatMap(({ length }) => [
      ...Array<number>(Math.floor(length / 255)).fill(255),
      length % 255,
    ]);
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("OggS", "latin1");
    header.writeUInt8(flags, 5);
    header.writeBigInt64LE(this.#granule, 6);
    header.writeUInt32LE(this.#serial, 14);
    header.writeUInt32LE(this.#number, 18);
    header.writeUInt8(lacing.length, 26);
    const page = Buffer.concat([header, Buffer.from(lacing), ...this.#packets]);
    page.writeUInt32LE(checksum(page), 22);
    this.#number += 1;
    this.#packets = [];
    this.#segments = 0;
    return page;
  }
}

function checksum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (CRC_TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0);
  return sum >>> 0;
}
