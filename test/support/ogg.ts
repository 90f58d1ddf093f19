// Ogg files for tests, by a writer that shares nothing with the reader.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** How long a packet is, in one byte for each 255 of it and one more. */
const lacingOf = ({ length }: Uint8Array): number[] => [
  ...Array<number>(Math.floor(length / 255)).fill(255),
  length % 255,
];

function oggPage(sequence: number, flags: number, granule: number, ...packets: Uint8Array[]): Buffer {
  const lacing = packets.flatMap(lacingOf);
  const body = Buffer.concat(packets);
  const page = Buffer.alloc(27 + lacing.length + body.length);
  page.write("OggS", 0);
  page[5] = flags;
  page.writeBigUInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(1, 14);
  page.writeUInt32LE(sequence, 18);
  page[26] = lacing.length;
  page.set(lacing, 27);
  page.set(body, 27 + lacing.length);
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  page.writeUInt32LE(crc, 22);
  return page;
}

/**
 * An Ogg Opus file of 20 ms packets.
 * @param preSkip samples that players leave out at its beginning
 * @param padding and at its end
 */
export function oggFile(
  packets: readonly Uint8Array[],
  perPage = 1,
  { preSkip = 0, padding = 0 } = {},
): Uint8Array {
  const pages = Math.ceil(packets.length / perPage);
  const head = Buffer.from("OpusHead\x01\x02\x00\x00\x80\xbb\x00\x00\x00\x00\x00", "latin1");
  head.writeUInt16LE(preSkip, 10);
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
  return Buffer.concat([
    oggPage(0, 2, 0, head),
    oggPage(1, 0, 0, tags),
    ...Array.from({ length: pages }, (_, at) => {
      const end = Math.min(packets.length, (at + 1) * perPage);
      const isLast = at === pages - 1;
      const granule = end * 960 - (isLast ? padding : 0);
      return oggPage(at + 2, isLast ? 4 : 0, granule, ...packets.slice(at * perPage, end));
    }),
  ]);
}

/** The packets of an Ogg Opus file, without its head and tags. None may reach over the end of a page. */
export function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const lacing = file.subarray(at + 27, at + 27 + file[at + 26]!);
    at += 27 + lacing.length;
    let length = 0;
    for (const lace of lacing) {
      length += lace;
      if (lace === 255) continue;
      packets.push(file.subarray(at, at + length));
      at += length;
      length = 0;
    }
  }
  return packets.slice(2);
}
