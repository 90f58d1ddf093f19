const INTERVAL_MS = 100;

/** Looks at both calls ten times a second and keeps what a chart needs. */
export class Recorder {
  #started = performance.now();
  #timer;
  samples = [];
  events = [];

  start(sender, receiver) {
    this.#timer = setInterval(() => this.#look(sender, receiver), INTERVAL_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  now() {
    return (performance.now() - this.#started) / 1000;
  }

  note(text) {
    this.events.push({ at: this.now(), text });
    console.log(`  ${this.now().toFixed(1).padStart(5)} s  ${text}`);
  }

  #look(sender, receiver) {
    if (!sender.isValid() || !receiver.isValid()) return;
    const speaker = receiver.getStats().speakers[0];
    if (!speaker) return;
    this.samples.push({
      at: this.now(),
      sent: sender.getStats().packetsSent,
      received: speaker.packetsReceived,
      lost: speaker.packetsLost,
      delayMs: speaker.addedDelayMs,
      targetMs: speaker.targetDelayMs,
    });
  }
}

/** Value below which `share` of the values lie. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
