import { Guard, type Log } from "../guard/guard.js";

/** Each part's guard, whose name begins its log lines. */
export type Guards = ReturnType<typeof makeGuards>;

export function makeGuards(log: Log) {
  return {
    world: new Guard("world", log),
    timers: new Guard("timers", log),
    events: new Guard("events", log),
    http: new Guard("http", log),
    activities: new Guard("activities", log),
    webhooks: new Guard("event webhooks", log),
    gateway: new Guard("main gateway", log),
    voice: new Guard("voice gateway", log),
    media: new Guard("media", log),
    rpc: new Guard("rpc", log),
    timeline: new Guard("timeline", log),
    control: new Guard("control API", log),
  };
}
