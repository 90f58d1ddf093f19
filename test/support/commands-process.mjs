// Commands of a program, one after another in this process: { args, env, cwd } in, { code, out, err } out. What a command leaves
// behind (a timer, a socket) keeps the process from ending. The program is the file that the first argument names, else
// `sdkpp-platform`.
import { pathToFileURL } from "node:url";

const [file] = process.argv.slice(2);
const given = { ...process.env };
const home = process.cwd();

async function runPlatform(args) {
  const { runProgram } = await import("@sdkpp/platform/program");
  await runProgram(undefined, args);
}

let runs = 0;
/** Runs the file as Node does when it starts: its module is another one each time, those that it imports are the same. */
async function runFile(args) {
  process.argv = [process.execPath, file, ...args];
  runs += 1;
  await import(`${pathToFileURL(file).href}?run=${String(runs)}`);
}

const run = file === undefined ? runPlatform : runFile;

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

async function perform({ args, env, cwd = home }) {
  process.env = { ...given, ...env };
  process.chdir(cwd);
  process.exitCode = undefined;
  const [out, err] = [kept(process.stdout), kept(process.stderr)];
  let thrown;
  await run(args).catch((error) => (thrown = error));
  const ended = { code: process.exitCode ?? 0, out: out(), err: err() };
  process.exitCode = undefined;
  // Node would print it with a stack.
  process.send(thrown === undefined ? ended : { ...ended, code: 1, err: `${ended.err}${thrown.stack}` });
}

let done = Promise.resolve();
process.on("message", (command) => {
  done = done.then(() => perform(command));
});
