// Python programs with the address of the real API built in, below the platform's command line: not a line of them is changed.
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const PROGRAM = path.resolve(import.meta.dirname, "../../platform/dist/bundle/cli.js");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-python-"));
/** The first Python that has discord.py. */
const PYTHON = ["python3", "/usr/bin/python3"].find((python) => {
  try {
    execFileSync(python, ["-c", "import discord"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs a script below `exec --redirect discordpy`. @returns the object that it prints */
async function below(script: string): Promise<unknown> {
  const file = path.join(folder, "program.py");
  fs.writeFileSync(file, script);
  const args = [PROGRAM, "exec", "--redirect", "discordpy", "--", PYTHON ?? "python3", file];
  const { out, err } = await new Promise<{ out: string; err: string }>((resolve) => {
    execFile(process.execPath, args, (_error, text, error) => resolve({ out: text, err: error }));
  });
  const line = out.split("\n").find((one) => one.startsWith("{"));
  if (line === undefined) throw new Error(`it printed no object: ${out}${err}`);
  return JSON.parse(line) as unknown;
}

/** As its documentation shows it: nothing about a platform. */
const BOT = `
import json, os, discord

client = discord.Client(intents=discord.Intents.default())

@client.event
async def on_ready():
    channel = client.get_channel(int(os.environ["SDKPP_TEXT_CHANNEL_ID"]))
    message = await channel.send("hello")
    print(json.dumps({"user": client.user.name, "guilds": len(client.guilds), "content": message.content}))
    await client.close()

client.run(os.environ["SDKPP_BOT_TOKEN"])
`;

const REQUESTS = `
import json, socket, subprocess, sys, urllib.request

def refused(work):
    try:
        work()
    except Exception as error:
        return str(getattr(error, "reason", error))
    return "reached"

tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
child = "import socket; socket.getaddrinfo('discord.com', 443)"
print(json.dumps({
    "name": refused(lambda: socket.getaddrinfo("gateway.discord.gg", 443)),
    "request": refused(lambda: urllib.request.urlopen("https://discord.com/api/v10/gateway")),
    "connect": refused(lambda: tcp.connect(("nowhere.discord.com", 443))),
    "connect_ex": refused(lambda: tcp.connect_ex(("nowhere.discord.com", 443))),
    "sendto": refused(lambda: udp.sendto(b"", 0, ("nowhere.discord.media", 443))),
    "sendmsg": refused(lambda: udp.sendmsg([b""], [], 0, ("nowhere.discord.media", 443))),
    "child": subprocess.run([sys.executable, "-c", child], capture_output=True, text=True).stderr.splitlines()[-1],
    "loopback": refused(lambda: socket.getaddrinfo("localhost", 80)),
}))
`;

describe("below exec --redirect discordpy", () => {
  it("the hosts of the real service are refused by name, in child processes too, and others are not", async () => {
    const refused = (host: string) => expect.stringMatching(`${host} is not reached below .exec --redirect`);
    expect(await below(REQUESTS)).toEqual({
      name: refused("gateway.discord.gg"),
      request: refused("discord.com"),
      // Nobody answers for these names: they are refused before they are looked up.
      connect: refused("nowhere.discord.com"),
      connect_ex: refused("nowhere.discord.com"),
      sendto: refused("nowhere.discord.media"),
      sendmsg: refused("nowhere.discord.media"),
      child: refused("discord.com"),
      loopback: "reached",
    });
  });

  it.skipIf(PYTHON === undefined)("a bot of discord.py logs in, reads its servers and writes", async () => {
    expect(await below(BOT)).toEqual({ user: expect.any(String), guilds: 1, content: "hello" });
  });
});
