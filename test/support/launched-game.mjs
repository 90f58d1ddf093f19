// A game that registers itself, and is then started by its desktop: it writes down what it was started for.
import { writeFileSync } from "node:fs";

const { SDKPP_PACKAGE, APPLICATION_ID, REPORT, COMMAND } = process.env;
const { Client } = await import(SDKPP_PACKAGE);
const client = new Client("http://127.0.0.1:1/api", "http://127.0.0.1:1");
client.setApplicationId(APPLICATION_ID);
if (process.argv.includes("--register")) {
  console.log(client.registerLaunchCommand(APPLICATION_ID, COMMAND ?? ""));
} else if (process.argv.includes("--unregister")) {
  console.log(client.unregisterLaunch(APPLICATION_ID));
} else {
  const secrets = [];
  client.setActivityJoinCallback((secret) => secrets.push(secret));
  const handled = client.handleLaunch(process.argv);
  await new Promise((resolve) => setImmediate(resolve));
  writeFileSync(REPORT, JSON.stringify({ handled, secrets, args: process.argv.slice(2) }));
}
client.destroy();
