import { useMessages, type ConversationName, type Messages } from "@sdkpp/react";
import type { ChannelId, LobbyId, MessageId, MessageRecord } from "sdkpp/surface";
import type { EventMessage } from "../../../../packages/electron/bridge/messages.js";
import type { FarEnd } from "./far-end.js";
import { frames } from "./deadline.js";
import { LOBBY, message, put, session, userId } from "./records.js";
import { sceneWith, type Scene } from "./scene.js";

const OTHER = "600" as LobbyId;
const OPERATION = "getLobbyMessagesWithLimit";
let shown: Messages;
/** of each render: the conversation and whose messages were shown */
let renders: string[] = [];

function Chat({ name }: { readonly name: ConversationName }) {
  shown = useMessages(name);
  const lobbies = new Set(shown.messages.map(({ lobbyId }) => lobbyId));
  renders.push(`${typeof name === "string" ? name : "direct"}: ${[...lobbies].join()}`);
  return null;
}

const created = (one: MessageRecord): EventMessage => ["messageCreated", one];
const updated = (one: MessageRecord): EventMessage => ["messageUpdated", one];
const deleted = (id: number): EventMessage => [
  "messageDeleted",
  String(id) as MessageId,
  LOBBY as string as ChannelId,
];
const ids = (): number[] => shown.messages.map(({ id }) => Number(id));
const contents = (): string[] => shown.messages.map(({ content }) => content);
/** As the SDK gives them: the newest first. */
const page = (from: number, to: number): MessageRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => message(to - index));

async function chatOf(name: ConversationName): Promise<Scene & { readonly far: FarEnd }> {
  const scene = await sceneWith([put("session", session())]);
  await scene.render(<Chat name={name} />);
  return scene;
}

async function answered(far: FarEnd, messages: readonly MessageRecord[], operation = OPERATION) {
  const call = await far.call(operation);
  far.done(call, messages);
  await frames("the page", () => !shown.isLoading);
  return call.args;
}

async function live() {
  const scene = await chatOf(LOBBY);
  const { far } = scene;
  const atStart = { ids: ids(), isLoading: shown.isLoading };
  const asked = await answered(far, page(8, 9));
  const first = { ids: ids(), hasMore: shown.hasMore };
  const before = shown;
  await far.frame({ events: [created(message(12)), created(message(10)), created(message(10))] });
  await far.frame({ events: [created(message(11, { lobbyId: OTHER })), updated(message(3))] });
  const withNew = ids();
  await far.frame({
    events: [updated(message(10, { content: "edited", editedTimestamp: 5 })), deleted(9), deleted(7)],
  });
  const withEdit = contents();
  const isSameFunction = before.loadMore === shown.loadMore;
  scene.end();
  return { atStart, asked, first, withNew, withEdit, isSameFunction };
}

/** Events overtake a page that is on its way. */
async function overtaken() {
  const scene = await chatOf(LOBBY);
  const { far } = scene;
  const call = await far.call(OPERATION);
  await far.frame({
    events: [
      created(message(20)),
      updated(message(5, { content: "edited", editedTimestamp: 9 })),
      deleted(6),
      updated(message(1, { content: "too old" })),
    ],
  });
  const early = ids();
  far.done(call, page(4, 7));
  await frames("the page", () => !shown.isLoading);
  const result = { early, contents: contents() };
  scene.end();
  return result;
}

async function paging() {
  const scene = await chatOf(LOBBY);
  const { far } = scene;
  const limits: unknown[] = [];
  for (let asked = 0; asked < 4; asked += 1) {
    const call = await far.call(OPERATION);
    limits.push(call.args[1]);
    far.done(call, page(1001 - Number(call.args[1]), 1000));
    await frames("the page", () => !shown.isLoading);
    shown.loadMore();
    // twice: it is on its way already
    shown.loadMore();
  }
  const atEnd = { count: ids().length, oldest: ids()[0], hasMore: shown.hasMore };
  const calls = far.heard.filter(({ type }) => type === "call").length;
  await far.frame({ events: Array.from({ length: 600 }, (_, index) => created(message(1001 + index))) });
  const bounded = { count: ids().length, oldest: ids()[0], newest: ids().at(-1) };
  scene.end();
  return { limits, atEnd, calls, bounded };
}

async function errors() {
  const scene = await chatOf(LOBBY);
  const failure = { code: "HTTPError", message: "not found", status: 404, retryable: false };
  scene.far.failed(await scene.far.call(OPERATION), failure);
  await frames("the error", () => !shown.isLoading);
  const failed = { message: shown.error?.message, status: (shown.error as { status?: number }).status };
  shown.reload();
  await answered(scene.far, page(1, 2));
  const again = { error: shown.error, ids: ids() };
  scene.end();
  return { failed, again };
}

/** Another process answers: what was deleted meanwhile is gone, what was written is there, and nothing was empty in between. */
async function replaced() {
  const scene = await chatOf(LOBBY);
  await answered(scene.far, page(1, 3));
  scene.far.close();
  const second = scene.another();
  const between = ids();
  const counts: number[] = [];
  const unwatch = scene.social.state.watch("session", undefined, () => counts.push(shown.messages.length));
  await second.snapshot([put("session", session({ status: 0, userId: undefined }))]);
  const unready = second.heard.filter(({ type }) => type === "call").length;
  await second.frame({ changes: [put("session", session())] });
  await answered(second, [message(4), message(3), message(1)]);
  const after = ids();
  await second.frame({ changes: [put("session", session({ userId: userId(77) }))] });
  const ofAnother = { ids: ids(), isLoading: shown.isLoading };
  unwatch();
  scene.end();
  return { between, unready, counts, after, ofAnother };
}

async function changed() {
  const scene = await chatOf(LOBBY);
  await answered(scene.far, page(1, 3));
  renders = [];
  await scene.render(<Chat name={OTHER} />);
  const empty = { ids: ids(), isLoading: shown.isLoading };
  await scene.render(<Chat name={{ userId: userId(2) }} />);
  const direct = (number: number, author: number, recipient: number): MessageRecord =>
    message(number, { lobbyId: undefined, authorId: userId(author), recipientId: userId(recipient) });
  const asked = await answered(scene.far, [direct(31, 2, 1), direct(30, 1, 2)], "getUserMessagesWithLimit");
  // the port keeps the order: what came before this question has been heard
  const cancelled = scene.far.heard.filter(({ type }) => type === "cancel").length;
  // another object that names the same
  await scene.render(<Chat name={{ userId: userId(2) }} />);
  await scene.far.frame({
    events: [
      created(direct(32, 2, 1)),
      created(direct(33, 3, 1)),
      created(message(34)),
      created(direct(35, 1, 2)),
    ],
  });
  const result = {
    empty,
    cancelled,
    asked,
    ids: ids(),
    mixed: renders.filter((one) => one.startsWith(OTHER)),
  };
  scene.end();
  return result;
}

/** What useMessages makes of pages and events. */
export const messages = { live, overtaken, paging, errors, replaced, changed };
