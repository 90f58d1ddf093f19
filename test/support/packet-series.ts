interface Packet {
  readonly ssrc: number;
  readonly sequence: number;
}

/** The packets of one voice session of a speaker. */
export interface PacketSeries {
  readonly ssrc: number;
  readonly count: number;
  /** sequence numbers between the first and the last that did not come */
  readonly missing: number;
  /** packets that came again */
  readonly doubled: number;
}

/** @param packets in any order; those of a session are within 32,768 of each other */
export function seriesOf(packets: readonly Packet[]): PacketSeries[] {
  const sessions = [...new Set(packets.map(({ ssrc }) => ssrc))];
  return sessions.map((ssrc) => seriesIn(packets.filter((one) => one.ssrc === ssrc)));
}

function seriesIn(packets: readonly Packet[]): PacketSeries {
  const [{ ssrc, sequence: reference }] = packets as [Packet];
  const places = packets.map(({ sequence }) => ((sequence - reference) << 16) >> 16);
  const different = new Set(places).size;
  const length = Math.max(...places) - Math.min(...places) + 1;
  return { ssrc, count: packets.length, missing: length - different, doubled: packets.length - different };
}
