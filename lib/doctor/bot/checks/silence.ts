import { failed, ok, type Finding } from "../../finding.js";
import { isMaster } from "../permissions.js";
import type { GuildFacts } from "../guild-facts.js";

const TIME_OUT = "time-out";
const SILENCE = "switches of moderators";

/**
 * Whether a moderator has given the bot a time-out, which takes every permission but to see and to read.
 * @param nowMs the service's time, Unix milliseconds
 */
export function checkTimeOut(guild: GuildFacts, nowMs: number): Finding {
  const { timedOutUntil: until } = guild;
  if (until === undefined || until <= nowMs) return ok(TIME_OUT, "none");
  const end = new Date(until).toISOString();
  if (isMaster(guild)) return ok(TIME_OUT, `until ${end}, which does not hold for owners and administrators`);
  return failed(TIME_OUT, `the bot is timed out until ${end}`, "wait for that, or let a moderator end it");
}

/** Whether moderators have muted or deafened the bot in every channel of the server. */
export function checkSwitches({ isMuted, isDeaf }: GuildFacts): Finding {
  const on = [...(isMuted ? ["muted"] : []), ...(isDeaf ? ["deafened"] : [])].join(" and ");
  if (on === "") return ok(SILENCE, "neither muted nor deafened");
  return failed(
    SILENCE,
    `moderators have ${on} the bot in this server`,
    "let a moderator take that back, in the menu of the bot in a call",
  );
}
