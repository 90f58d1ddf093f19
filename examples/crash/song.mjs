// A song of Opus packets, 20 ms each. It stands for one that is read from a file; a number in each packet shows which arrived.
export function* packetsFrom(number) {
  for (let at = number; ; at += 1) {
    const packet = Buffer.alloc(60, 0x55);
    packet[0] = 0xfc; // music in stereo
    packet.writeUInt32LE(at, 1);
    yield packet;
  }
}

export const numberOf = (packet) => (packet.length < 60 ? undefined : Buffer.from(packet).readUInt32LE(1));
