// A game in a process of its own that keeps its player signed in, driven over the fork's channel. It reports each refresh.
import { Client, FileTokenStore, Session } from "sdkpp";

const { apiBase, webBase, ca, applicationId, path } = JSON.parse(process.argv[2]);
const events = [];
let refreshes = 0;
const client = new Client(apiBase, webBase, {
  ca,
  fetch: (input, init) => {
    if (String(init?.body).includes("grant_type=refresh_token")) refreshes += 1;
    return fetch(input, init);
  },
});
const session = new Session(client, { tokenStore: new FileTokenStore(path), applicationId });
for (const event of ["deauthorized", "relinkNeeded", "failed"])
  session.on(event, () => {
    events.push(event);
    process.send({ did: event });
  });
client.setStatusChangedCallback((status) => {
  if (status === Client.Status.Ready)
    process.send({ did: "ready", refreshes, userId: String(client.getCurrentUserV2()?.id) });
});

const DEEDS = {
  start: () => session.start().catch((error) => process.send({ did: "rejected", code: error.code })),
  stop() {
    session.stop();
    client.destroy();
    process.disconnect();
  },
};
process.on("message", ({ do: deed }) => void DEEDS[deed]());
process.send({ did: "started" });
