// Ogg files for tests, by a writer that shares nothing with the reader.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function oggPage(sequence: number, flags: number, granule: number, packet: Uint8Array): Buffer {
  const laces = Math.floor(packet.length / 255) + 1;
  const page = Buffer.alloc(27 + laces + packet.length);
  page.write("OggS", 0);
  page[5] = flags;
  page.writeBigUInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(1, 14);
  page.writeUInt32LE(sequence, 18);
  page[26] = laces;
  page.fill(255, 27, 27 + laces - 1);
  page[27 + laces - 1] = packet.length % 255;
  page.set(packet, 27 + laces);
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  page.writeUInt32LE(crc, 22);
  return page;
}

/** An Ogg Opus file of 20 ms packets, one per page. */
export function oggFile(packets: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.from("OpusHead\x01\x02\x00\x00\x80\xbb\x00\x00\x00\x00\x00", "latin1");
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
  return Buffer.concat([
    oggPage(0, 2, 0, head),
    oggPage(1, 0, 0, tags),
    ...packets.map((packet, at) =>
      oggPage(at + 2, at === packets.length - 1 ? 4 : 0, (at + 1) * 960, packet),
    ),
  ]);
}
