// Commands of `sdkpp-platform`, one after another in this process: { args, env } in, { code, out, err } out. What a command leaves
// behind (a timer, a socket) keeps the process from ending.
import { runProgram } from "@sdkpp/platform/program";

const given = { ...process.env };

/** Keeps what is written, in the place of the process's own output. */
function kept(stream) {
  const { write } = stream;
  let text = "";
  stream.write = (part, ...rest) => {
    text += String(part);
    rest.find((one) => typeof one === "function")?.();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}

async function perform({ args, env }) {
  process.env = { ...given, ...env };
  process.exitCode = undefined;
  const [out, err] = [kept(process.stdout), kept(process.stderr)];
  let thrown;
  await runProgram(undefined, args).catch((error) => (thrown = error));
  const ended = { code: process.exitCode ?? 0, out: out(), err: err() };
  process.exitCode = undefined;
  // Node would print it with a stack.
  process.send(thrown === undefined ? ended : { ...ended, code: 1, err: `${ended.err}${thrown.stack}` });
}

let done = Promise.resolve();
process.on("message", (command) => {
  done = done.then(() => perform(command));
});
