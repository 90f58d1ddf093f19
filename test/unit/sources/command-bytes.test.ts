import { describe, expect, it } from "vitest";
import { CommandBytes, type Command } from "../../../lib/sources/index.js";
import { systemClock } from "../../../lib/net/index.js";

const script = (text: string, ...args: string[]): Command => ({
  command: process.execPath,
  args: ["-e", text, ...args],
});

async function read(bytes: CommandBytes, signal = new AbortController().signal): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes.open({ signal, clock: systemClock, titled: () => undefined }))
    pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("a program whose output is played", () => {
  it("gets its arguments as they are, without a shell, and what it reads", async () => {
    const echo = script(
      "process.stdout.write(process.argv[1]); process.stdin.pipe(process.stdout)",
      "$(id); 'x'",
    );

    const input = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(" and its input");
    };
    expect(await read(new CommandBytes(echo, input()))).toBe("$(id); 'x' and its input");
    expect(await read(new CommandBytes({ ...echo, env: {}, cwd: "/" }))).toBe("$(id); 'x'");
  });

  it("may end before it has read everything", async () => {
    const more = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield await Promise.resolve(Buffer.alloc(65_536));
    };
    expect(await read(new CommandBytes(script("process.stdout.write('enough')"), more()))).toBe("enough");
  });

  it.each([
    [
      "it says why it fails",
      script("console.error('no such song'); process.exit(3)"),
      "COMMAND_FAILED",
      /ended with code 3: no such song$/,
    ],
    [
      "a signal ends it",
      script("process.kill(process.pid, 'SIGKILL')"),
      "COMMAND_FAILED",
      /ended by SIGKILL$/,
    ],
    [
      "it is missing",
      { command: "sdkpp-no-such-program" },
      "COMMAND_NOT_FOUND",
      /there is no program "sdkpp-no-such-program" on the PATH/,
    ],
    [
      "it is a folder",
      { command: "/" },
      "COMMAND_FAILED",
      /"\/" cannot be started: the permission is missing \(EACCES\)/,
    ],
  ] satisfies [string, Command, string, RegExp][])(
    "fails by name when %s",
    async (_what, command, code, message) => {
      const failure = await read(new CommandBytes(command)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, message: expect.stringMatching(message) as string });
    },
  );

  it("keeps the end of what it says", async () => {
    const talks = script("process.stderr.write('x'.repeat(100000) + 'the reason', () => process.exit(1))");
    const { message } = (await read(new CommandBytes(talks)).catch((error: unknown) => error)) as Error;
    expect([message.length < 2200, message.endsWith("the reason")]).toEqual([true, true]);
  });

  it("ends when the playback does, also when it does not want to", async () => {
    const ending = new AbortController();
    const stubborn = script(
      "process.on('SIGTERM', () => 0); process.stdout.write(String(process.pid)); setInterval(() => 0, 1000)",
    );
    const clock = {
      ...systemClock,
      schedule: (_ms: number, task: () => void) => systemClock.schedule(0, task),
    };
    const bytes = new CommandBytes(stubborn).open({ signal: ending.signal, clock, titled: () => undefined });
    const { value } = (await bytes.next()) as { value: Uint8Array };
    const pid = Number(Buffer.from(value).toString());
    ending.abort();
    await bytes.next().catch(() => undefined);
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
