import type {
  CallCredentials,
  CallListener,
  CallPlace,
  Filters,
  TrackSource,
  Worker,
  WorkerCall,
} from "@sdkpp/fleet";

/** A call that does what a test says, and notes what it was told. */
export class FakeCall implements WorkerCall {
  readonly told: unknown[] = [];
  isConnected = false;
  pingMs = 7;
  positionMs = 0;
  frames = { sent: 0, expected: 0, starved: 0 };

  constructor(
    readonly place: CallPlace,
    readonly listener: CallListener,
  ) {}

  connect(credentials: CallCredentials): void {
    if (credentials.endpoint === "wrong") throw new Error("endpoint: expected a host");
    this.told.push(["connect", credentials]);
  }

  play(source: TrackSource, startMs: number): void {
    if ("url" in source && source.url.endsWith("/refused")) throw new Error("url: expected another one");
    this.positionMs = startMs;
    this.told.push(["play", source, startMs]);
  }

  stop(): void {
    this.told.push(["stop"]);
  }

  setPaused(isPaused: boolean): void {
    this.told.push(["paused", isPaused]);
  }

  seek(positionMs: number): void {
    this.positionMs = positionMs;
    this.told.push(["seek", positionMs]);
  }

  setGain(gain: number): void {
    this.told.push(["gain", gain]);
  }

  setFilters(filters: Filters): void {
    this.told.push(["filters", filters]);
  }

  close(): void {
    this.told.push(["close"]);
  }
}

/** Has fake calls, and one filter. */
export class FakeWorker implements Worker {
  readonly filters = ["tremolo"];
  readonly calls: FakeCall[] = [];

  openCall(place: CallPlace, listener: CallListener): WorkerCall {
    const call = new FakeCall(place, listener);
    this.calls.push(call);
    return call;
  }
}
