import { Activity } from "react";
import { useOperation, type OperationHandle } from "@sdkpp/react";
import { frames } from "./deadline.js";
import { LOBBY, put, session } from "./records.js";
import { committed, sceneWith } from "./scene.js";

const FAILURE = { code: "RateLimited", message: "slow down", status: 429, retryable: true };
let send: OperationHandle<readonly [lobbyId: typeof LOBBY, content: string], unknown>;
let renders = 0;

function Sender() {
  renders += 1;
  send = useOperation("sendLobbyMessage") as typeof send;
  return null;
}

const state = () => ({ isRunning: send.isRunning, value: send.value, error: send.error?.message });
const start =
  (isStrict = false) =>
  async () => {
    const scene = await sceneWith([put("session", session())]);
    await scene.render(<Sender />, isStrict);
    return scene;
  };

async function one() {
  const scene = await start()();
  const { run } = send;
  const first = renders;
  const outcome = run(LOBBY, "hello");
  await frames("the run", () => send.isRunning);
  const call = await scene.far.call("sendLobbyMessage");
  scene.far.done(call, "9");
  const done = { outcome: await outcome, args: call.args };
  await frames("the end", () => !send.isRunning);
  const shown = { ...state(), renders: renders - first };
  const failing = run(LOBBY, "again");
  scene.far.failed(await scene.far.call("sendLobbyMessage"), FAILURE);
  const { error } = (await failing) as { error: { code?: string; retryable?: boolean } };
  await frames("the error", () => send.error !== undefined);
  const failed = { ...state(), code: error.code, retryable: error.retryable };
  const isSame = run === send.run;
  send.reset();
  await frames("the reset", () => send.error === undefined);
  const reset = state();
  scene.end();
  return { done, shown, failed, isSame, reset };
}

/** The first run ends last. */
async function newest() {
  const scene = await start()();
  const older = send.run(LOBBY, "older");
  const newer = send.run(LOBBY, "newer");
  const first = await scene.far.call("sendLobbyMessage");
  const second = await scene.far.call("sendLobbyMessage");
  scene.far.done(second, "2");
  await newer;
  await frames("the newest", () => !send.isRunning);
  const before = state();
  scene.far.done(first, "1");
  const outcome = await older;
  await committed();
  const after = state();
  scene.end();
  return { before, outcome, after };
}

async function unmounted() {
  const scene = await start(true)();
  const running = send.run(LOBBY, "hello");
  const call = await scene.far.call("sendLobbyMessage");
  await scene.render(null, true);
  const outcome = (await running) as { error: { code?: string } };
  await scene.far.until("a cancel", () => scene.far.heard.some(({ type }) => type === "cancel"));
  const cancelled = scene.far.heard.flatMap((each) => (each.type === "cancel" ? each.id - call.id : []));
  scene.end();
  return { cancelled, code: outcome.error.code };
}

/** A component that is hidden keeps its state, and comes back without what it ran. */
async function hidden() {
  const scene = await sceneWith([put("session", session())]);
  const shownAs = (mode: "visible" | "hidden") => (
    <Activity mode={mode}>
      <Sender />
    </Activity>
  );
  await scene.render(shownAs("visible"));
  const running = send.run(LOBBY, "hello");
  await scene.far.call("sendLobbyMessage");
  await frames("the run", () => send.isRunning);
  await scene.render(shownAs("hidden"));
  const { isDone } = await running;
  await scene.render(shownAs("visible"));
  const result = { isDone, ...state() };
  scene.end();
  return result;
}

/** What useOperation shows of runs. */
export const operations = { one, newest, unmounted, hidden };
