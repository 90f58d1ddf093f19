// A game that the desktop app starts: it registers itself, and says what this start was for. The player's click on "Join" is
// the second start, with the address that the operating system would give. Nothing is written outside a temporary folder.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "sdkpp";

const applicationId = 1234n;
const isSecond = process.argv.length > 2;
const home = isSecond ? undefined : mkdtempSync(join(tmpdir(), "launched-"));
// Yours needs neither: these are the folders of the user.
if (home !== undefined) Object.assign(process.env, { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home });

const client = new Client("http://127.0.0.1/api", "http://127.0.0.1");
client.setApplicationId(applicationId);
client.registerLaunchCommand(applicationId, "");
client.setActivityJoinCallback((joinSecret) => console.log(`joins with the secret "${joinSecret}"`));
console.log(`started for: ${client.handleLaunch(process.argv) ?? "the player"}`);

if (home !== undefined) {
  console.log(`registered: ${readdirSync(home).sort().join(", ")}`);
  const address = `discord-${applicationId}:///_discord/join?secret=open%20sesame`;
  spawnSync(process.execPath, [process.argv[1], address], { stdio: "inherit" });
  client.unregisterLaunch(applicationId);
  rmSync(home, { recursive: true });
}
// Callbacks run first.
setImmediate(() => client.destroy());
