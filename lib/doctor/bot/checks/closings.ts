import { GatewayCloseCode, WebSocketCloseCode } from "../../../wire/index.js";
import { failed, type Finding } from "../../finding.js";
import type { VisitEnd } from "../gateway-visit.js";

/** The meaning of a close code of a login: the check that fails, what is wrong, the remedy. */
type Row = readonly [check: string, found: string, remedy: string];

/** The remedy for a token that is refused. */
export const NEW_TOKEN = "copy the token of the application's bot again: a reset ends the one before";
const UNREACHABLE: Row = [
  "gateway",
  "it could not be reached",
  "allow WebSockets to it in the firewall or proxy",
];

const ROWS: ReadonlyMap<number, Row> = new Map<number, Row>([
  [GatewayCloseCode.AuthenticationFailed, ["token", "the gateway refuses it", NEW_TOKEN]],
  [
    GatewayCloseCode.DisallowedIntents,
    [
      "intents",
      "the application may not have the intents GUILDS and GUILD_VOICE_STATES",
      "enable the intents of the bot in the settings of the application",
    ],
  ],
  [
    GatewayCloseCode.InvalidIntents,
    [
      "intents",
      "the gateway does not know GUILDS and GUILD_VOICE_STATES",
      "name the API of the service of the bot",
    ],
  ],
  [
    GatewayCloseCode.ShardingRequired,
    [
      "gateway",
      "the bot is in too many servers for its shards",
      "log in with the shards that GET /gateway/bot names",
    ],
  ],
  [
    GatewayCloseCode.InvalidShard,
    [
      "gateway",
      "the gateway does not know the shard of the server",
      "log in with the shards that GET /gateway/bot names",
    ],
  ],
  [
    GatewayCloseCode.TooManySessions,
    ["gateway", "the bot has too many sessions", "end programs that are logged in as this bot"],
  ],
  [WebSocketCloseCode.Abnormal, UNREACHABLE],
  [
    WebSocketCloseCode.TlsHandshake,
    ["gateway", "its certificate is not trusted", "name a file with its authority as --ca"],
  ],
]);

/** Why the gateway ended a login. */
export function closingFinding({ code, reason }: VisitEnd): Finding {
  const other: Row = ["gateway", "it ended the login", "try again in a minute"];
  const [check, found, remedy] = ROWS.get(code) ?? other;
  return failed(check, `${found} (close code ${code}${reason === "" ? "" : `, ${reason}`})`, remedy);
}
