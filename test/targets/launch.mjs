// A game registers how it is launched, and Windows' own tool reads what is in the registry: for odd paths, and after the end.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "sdkpp";

const KEY = "HKCU\\Software\\Classes\\discord-7";
const client = new Client("http://127.0.0.1:1/api", "http://127.0.0.1:1");

/** The output of `reg`; through a file, because a pipe may not work here. */
function queried(key) {
  const file = path.join(os.tmpdir(), "queried.txt");
  const out = fs.openSync(file, "w");
  const { status } = spawnSync("reg", ["query", key, "/ve"], { stdio: ["ignore", out, "ignore"] });
  fs.closeSync(out);
  return status === 0 ? fs.readFileSync(file, "utf8") : undefined;
}

function expectCommand(command, registered) {
  if (!client.registerLaunchCommand(7n, command)) throw new Error(`${command}: not registered`);
  const found = queried(`${KEY}\\shell\\open\\command`);
  if (!found?.includes(`REG_SZ    ${registered}\r\n`))
    throw new Error(`${command}: expected ${registered}, found ${found}`);
}

client.addLogCallback((line) => console.log(line), 1);
const program = `"${process.execPath}" "${path.resolve(process.argv[1])}" "%1"`;
expectCommand("", program);
expectCommand(
  '"C:\\my games\\g%20.exe" --join "a\\b" mygame://x',
  '"C:\\my games\\g%20.exe" --join "a\\b" mygame://x "%1"',
);
const odd = path.join(os.tmpdir(), "odd name [1] (x86) & co.exe");
fs.writeFileSync(odd, "");
expectCommand(odd, `"${odd}" "%1"`);
// `reg` prints other alphabets in an old code page, and exports them in Unicode.
const omega = "C:\\Ωmega\\ゲーム.exe";
if (!client.registerLaunchCommand(7n, omega)) throw new Error(`${omega}: not registered`);
const exported = path.join(os.tmpdir(), "exported.reg");
spawnSync("reg", ["export", KEY, exported, "/y"], { stdio: "ignore" });
if (!fs.readFileSync(exported, "utf16le").includes(`@="${omega.replaceAll("\\", "\\\\")} \\"%1\\""`))
  throw new Error(`${omega}: ${fs.readFileSync(exported, "utf16le")}`);
if (!client.registerLaunchSteamApplication(7n, 440)) throw new Error("Steam: not registered");
if (!queried(`${KEY}\\shell\\open\\command`)?.includes("FileProtocolHandler steam://rungameid/440"))
  throw new Error("Steam: not found");
if (!queried(KEY)?.includes("URL:Run game 7 protocol")) throw new Error("no name");
if (!client.unregisterLaunch(7n)) throw new Error("not unregistered");
if (queried(KEY) !== undefined) throw new Error("still there");
client.destroy();
console.log("launch ok");
