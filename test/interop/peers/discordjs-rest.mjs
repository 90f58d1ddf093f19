// @discordjs/rest and @discordjs/core: a bot, and players by their own tokens, call any operation; the bot hears every event.
import { serve, stranger, tell, wish } from "./peer.mjs";

const { API, Client, GatewayDispatchEvents } = stranger("@discordjs/core");
const { REST } = stranger("@discordjs/rest");
const { WebSocketManager } = stranger("@discordjs/ws");

/** The requests that succeeded since the last call. */
let requests = [];
const makeRest = (token, authPrefix) => {
  const rest = new REST({ version: "10", api: wish.api, authPrefix }).setToken(token);
  return rest.on("response", ({ method, path }, { status }) => {
    if (status < 300) requests.push(`${method} ${path}`);
  });
};

const rests = { bot: makeRest(wish.token, "Bot") };
for (const [name, token] of Object.entries(wish.players)) rests[name] = makeRest(token, "Bearer");

const gateway = new WebSocketManager({ token: wish.token, intents: wish.intents, rest: rests.bot });
const client = new Client({ rest: rests.bot, gateway });
gateway.on("dispatch", (payload) => {
  const { t, d } = payload.data ?? payload;
  tell("event", { name: t, of: d ?? {} });
});
gateway.on("error", ({ error }) => tell("error", { message: String(error) }));

const recorded = async (promise) => {
  requests = [];
  return { value: (await promise()) ?? null, requests };
};

serve({
  /** Calls a method of core, such as `users` `getCurrent`. */
  core: (who, area, method, ...args) => recorded(() => new API(rests[who])[area][method](...args)),
  /** Sends a request of rest. */
  rest: (who, method, path, options = {}) => recorded(() => rests[who][method](path, options)),
});

client.once(GatewayDispatchEvents.Ready, ({ data }) => tell("ready", { userId: data.user.id }));
await gateway.connect();
