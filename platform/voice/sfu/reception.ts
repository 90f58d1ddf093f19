const MAX_DROPOUT = 3000;
const TIMESTAMP_UNITS_PER_MS = 48;

/** The block of a receiver report about one sender (RFC 3550 section 6.4.1). */
export interface ReceptionReport {
  readonly ssrc: number;
  /** in 1/256: 0 to 255 */
  readonly fractionLost: number;
  readonly cumulativeLost: number;
  readonly extendedHighestSequence: number;
  /** 48 kHz units */
  readonly jitter: number;
  readonly lastSr: number;
  /** 1/65536 s */
  readonly delaySinceLastSr: number;
}

/** Reception statistics of one sender. */
export class Reception {
  #base = 0;
  #highest = -1;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #jitter = 0;
  #transit: number | undefined;
  #lastSr = 0;
  #lastSrAt = 0;
  /** Unix milliseconds of the newest packet */
  lastPacketAt = -Infinity;
  /** Loss in the interval before the newest report, in 1/256: 0 to 255. */
  fractionLost = 0;

  /** Records an authentic packet that is not a replay. */
  packet(now: number, sequence: number, timestamp: number): void {
    this.lastPacketAt = now;
    this.#received += 1;
    this.#extend(sequence);
    this.#measureJitter(now, timestamp);
  }

  /** Records a sender report. @param ntpMiddle the middle 32 bits of its NTP time */
  senderReport(now: number, ntpMiddle: number): void {
    this.#lastSr = ntpMiddle >>> 0;
    this.#lastSrAt = now;
  }

  /** Builds a report and starts the next interval. */
  report(now: number, ssrc: number): ReceptionReport {
    const expected = this.#highest - this.#base + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.#received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    this.fractionLost =
      expectedNow <= 0 || lostNow <= 0 ? 0 : Math.min(Math.floor((lostNow * 256) / expectedNow), 255);
    return {
      ssrc,
      fractionLost: this.fractionLost,
      cumulativeLost: expected - this.#received,
      extendedHighestSequence: this.#highest >>> 0,
      jitter: Math.floor(this.#jitter),
      lastSr: this.#lastSr,
      delaySinceLastSr: this.#lastSr === 0 ? 0 : Math.floor(((now - this.#lastSrAt) * 65_536) / 1000) >>> 0,
    };
  }

  #extend(sequence: number): void {
    if (this.#highest < 0) return this.#restart(sequence);
    const ahead = ((sequence - this.#highest) << 16) >> 16;
    if (Math.abs(ahead) > MAX_DROPOUT) return this.#restart(sequence);
    if (ahead > 0) this.#highest += ahead;
  }

  /** After the first packet or a restart of the sender: loss counts from here. */
  #restart(sequence: number): void {
    this.#base = sequence;
    this.#highest = sequence;
    this.#received = 1;
    this.#expectedBefore = 0;
    this.#receivedBefore = 0;
  }

  #measureJitter(now: number, timestamp: number): void {
    const transit = (now * TIMESTAMP_UNITS_PER_MS - timestamp) | 0;
    if (this.#transit !== undefined) {
      const difference = Math.abs((transit - this.#transit) | 0);
      this.#jitter += (difference - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
