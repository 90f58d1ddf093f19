import { asObject, type JsonObject } from "../../../protocol/index.js";
import { ok, type Finding } from "../../finding.js";

/** Bits of an application's flags by the privileged intent that they enable, of large bots and of those in few servers. */
const PRIVILEGED: Readonly<Record<string, number>> = {
  GUILD_PRESENCES: (1 << 12) | (1 << 13),
  GUILD_MEMBERS: (1 << 14) | (1 << 15),
  MESSAGE_CONTENT: (1 << 18) | (1 << 19),
};

/** The intents of calls, which the gateway has accepted; others that the application has enabled, and calls do not need. */
export function checkIntents(ready: JsonObject): Finding {
  const flags = Number(asObject(ready["application"])?.["flags"] ?? 0);
  const others = Object.keys(PRIVILEGED).filter((name) => (flags & (PRIVILEGED[name] ?? 0)) !== 0);
  const accepted = "GUILDS and GUILD_VOICE_STATES are accepted; the bot's program has to ask for both";
  if (others.length === 0) return ok("intents", accepted);
  return ok("intents", `${accepted}. Enabled, and not needed for calls: ${others.join(", ")}`);
}
