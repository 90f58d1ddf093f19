// A web server of fastify that receives interactions over HTTP, and checks their signatures with discord-interactions.
import { serve, stranger, tell, wish } from "./peer.mjs";
import { Readable } from "node:stream";

const { fastify } = stranger("fastify");
const { InteractionResponseFlags, InteractionResponseType, InteractionType, verifyKey } =
  stranger("discord-interactions");

const app = fastify();
/** How many requests had a wrong signature. */
let refused = 0;
let manner = "well";

app.removeContentTypeParser("application/json");
app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
  done(null, body),
);

app.post("/interactions", async (request, reply) => {
  const signature = request.headers["x-signature-ed25519"];
  const timestamp = request.headers["x-signature-timestamp"];
  if (!(await verifyKey(request.body, signature, timestamp, wish.publicKey))) {
    refused += 1;
    return reply.code(401).send("bad signature");
  }
  const interaction = JSON.parse(request.body);
  if (interaction.type === InteractionType.PING) return { type: InteractionResponseType.PONG };
  return MANNERS[manner](interaction, reply);
});

const said = (content, flags) => ({
  type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
  data: { content, ...(flags && { flags }) },
});

const MANNERS = {
  well: ({ data, member }) => said(`${data.name} by ${member.user.username}`),
  hidden: () => said("for you", InteractionResponseFlags.EPHEMERAL),
  file: (_interaction, reply) => {
    const form = new FormData();
    form.set("payload_json", JSON.stringify(said("with a file")));
    form.set("files[0]", new Blob(["a map"]), "map.txt");
    const response = new Response(form);
    return reply
      .header("content-type", response.headers.get("content-type"))
      .send(Readable.fromWeb(response.body));
  },
  callback: async ({ id, token }, reply) => {
    await fetch(`${wish.api}/v10/interactions/${id}/${token}/callback`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(said("by the callback")),
    });
    return reply.code(202).send();
  },
  nonsense: () => ({ type: 99 }),
  failure: (_interaction, reply) => reply.code(500).send("broken"),
};

const address = await app.listen({ host: "127.0.0.1", port: 0 });

serve({
  behave: (next) => {
    manner = next;
  },
  refused: () => refused,
  url: () => `${address}/interactions`,
});

tell("ready", { userId: "endpoint" });
