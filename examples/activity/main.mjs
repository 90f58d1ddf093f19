// The servers behind an activity, reached through the platform's proxy as its page reaches them.
import { createServer } from "node:http";
import { once } from "node:events";
import { startPlatform } from "@sdkpp/platform";

const { endpoints, seeded, control, stop } = await startPlatform();
const { applicationId } = seeded;

/** Starts a server of yours. @returns its port and its end */
async function serve(answer) {
  const server = createServer((request, response) => response.end(answer(request.url))).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  return { port: server.address().port, close: () => server.close() };
}

const pages = await serve(() => "<!doctype html><title>Scores</title>");
const services = await serve((path) => `you asked for ${path}`);
control.activities.setUrlMappings(applicationId, [
  { prefix: "/", target: `127.0.0.1:${pages.port}` },
  { prefix: "/api/{service}", target: `127.0.0.1:${services.port}/{service}` },
]);

// A browser opens http://<application id>.localhost:<port>/; programs may name the folder instead.
const origin = `${endpoints.webBase}/_proxy/${applicationId}`;
console.log(await (await fetch(`${origin}/`)).text());
console.log(await (await fetch(`${origin}/api/scores/best?of=today`)).text());

for (const server of [pages, services]) server.close();
await stop();
