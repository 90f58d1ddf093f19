// A platform full of players: 500 of our clients, each with ten friends, who go on to the next level every five seconds.
import { startCrowd } from "./support/platform-process.mjs";

const PEOPLE = 500;
/** Friends on one side of the ring: twice as many in all. */
const REACH = 5;
const EVERY_MS = 5000;
const SECONDS = 20;

export const about = {
  title:
    "500 connected sessions, 100 presence updates a second to ten friends each: CPU of client and platform, per update heard",
  unit: "µs CPU",
  also: [
    { of: "clientsPercent", title: "clients, % of a processor,", most: 10 },
    { of: "platformPercent", title: "platform, % of a processor,", most: 15 },
  ],
  needsNoSink: true,
};

export async function ours() {
  const { Activity, AuthorizationTokenType, Client } = await import("sdkpp");
  const crowd = await startCrowd(PEOPLE, REACH);
  const alone = process.memoryUsage().rss;
  const { rss: emptyPlatform } = await crowd.cost();
  let heard = 0;
  const clients = [];
  for (const token of crowd.tokens) {
    const client = new Client(crowd.endpoints.apiBase, crowd.endpoints.webBase, { ca: crowd.endpoints.ca });
    client.setUserUpdatedCallback(() => (heard += 1));
    await client.updateToken(AuthorizationTokenType.Bearer, token);
    client.connect();
    clients.push(client);
  }
  const isReady = (client) => client.getStatus() === Client.Status.Ready;
  while (!clients.every(isReady)) await new Promise((resolve) => setTimeout(resolve, 20));

  let at = 0;
  const play = () => {
    const activity = new Activity();
    activity.details = `Wave ${at}`;
    void clients[at % PEOPLE].updateRichPresence(activity).catch(() => undefined);
    at += 1;
  };
  const churn = setInterval(play, EVERY_MS / PEOPLE);
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  const [before, own, from] = [await crowd.cost(), process.cpuUsage(), heard];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const [after, spent, updates] = [await crowd.cost(), process.cpuUsage(own), heard - from];
  clearInterval(churn);
  const platformCpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  const clientCpu = spent.user + spent.system;
  const percent = (cpu) => (cpu / SECONDS / 1e6) * 100;
  const [clientsPercent, platformPercent] = [percent(clientCpu), percent(platformCpu)];
  const megabytes = (process.memoryUsage().rss - alone) / 2 ** 20;
  for (const client of clients) client.destroy();
  await crowd.stop();
  return {
    figure: (platformCpu + clientCpu) / updates,
    updates,
    clientsPercent,
    platformPercent,
    notes: [
      `${(updates / SECONDS).toFixed(0)} updates heard a second`,
      `clients ${clientsPercent.toFixed(0)} % of one processor, ${megabytes.toFixed(0)} MB (${((megabytes * 1024) / PEOPLE).toFixed(0)} KB each)`,
      `platform ${platformPercent.toFixed(0)} %, ${((after.rss - emptyPlatform) / 2 ** 20).toFixed(0)} MB more than empty`,
    ],
  };
}
