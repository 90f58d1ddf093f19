import { describe, expect, it } from "vitest";
import type { ClientResultError } from "../../../lib/index.js";
import { OWN_ID, Scene, user } from "./scene.js";

const CHANNEL = { id: "30", type: 1, recipients: [user("7")], last_message_id: null };
const MESSAGE = {
  id: "100",
  channel_id: "30",
  channel_type: 1,
  author: user("7"),
  content: "look",
  timestamp: "2026-01-01T00:00:00.000000+00:00",
  edited_timestamp: null,
  type: 0,
};

/** A provisional player who has read a stored message. */
async function begin(): Promise<{ scene: Scene; opened: string[] }> {
  const opened: string[] = [];
  const scene = new Scene({ openUrl: async (url) => void opened.push(url) });
  await scene.ready({ user: user(OWN_ID, { public_flags: 1 << 23 }), private_channels: [CHANNEL] });
  scene.dispatch("MESSAGE_CREATE", MESSAGE);
  await scene.turn();
  return { scene, opened };
}

/** Opens the message, and keeps how it ended. */
function open(scene: Scene, options: { signal?: AbortSignal } = {}): { merges: number; end: string } {
  const seen = { merges: 0, end: "held" };
  const merge = (): void => void (seen.merges += 1);
  scene.client.openMessageInDiscord(100n, merge, options).then(
    () => (seen.end = "opened"),
    (error: unknown) => (seen.end = (error as ClientResultError).code),
  );
  return seen;
}

describe("an operation that needs a merge", () => {
  it("is held, and continues once the game has merged", async () => {
    const { scene, opened } = await begin();
    const seen = open(scene);
    await scene.turn(3_600_000);
    expect([seen, opened]).toEqual([{ merges: 1, end: "held" }, []]);
    scene.client.provisionalUserMergeCompleted(true);
    await scene.turn();
    expect(seen).toEqual({ merges: 1, end: "opened" });
    expect(opened).toEqual(["http://127.0.0.1:1/channels/@me/30/100"]);
  });

  it("ends with Aborted when the merge failed", async () => {
    const { scene, opened } = await begin();
    const seen = open(scene);
    await scene.turn();
    scene.client.provisionalUserMergeCompleted(false);
    await scene.turn();
    expect([seen.end, opened]).toEqual(["Aborted", []]);
  });

  it("is released together with the others, and later operations wait again", async () => {
    const { scene, opened } = await begin();
    scene.client.provisionalUserMergeCompleted(true);
    const both = [open(scene), open(scene)];
    await scene.turn();
    expect(both.map(({ end }) => end)).toEqual(["held", "held"]);
    scene.client.provisionalUserMergeCompleted(true);
    const late = open(scene);
    await scene.turn();
    expect([...both, late].map(({ end }) => end)).toEqual(["opened", "opened", "held"]);
    expect(opened).toHaveLength(2);
  });

  it("can be released inside the callback", async () => {
    const { scene, opened } = await begin();
    const promise = scene.client.openMessageInDiscord(100n, () =>
      scene.client.provisionalUserMergeCompleted(true),
    );
    await scene.turn();
    expect([(await promise).successful, opened.length]).toEqual([true, 1]);
  });

  it("continues after a new session has begun, whose memory has other messages", async () => {
    const { scene, opened } = await begin();
    const seen = open(scene);
    await scene.turn();
    scene.dispatch("MESSAGE_DELETE", { id: "100", channel_id: "30" });
    scene.dispatch("USER_UPDATE", user(OWN_ID));
    await scene.turn();
    scene.client.provisionalUserMergeCompleted(true);
    await scene.turn();
    expect([seen.end, opened.length]).toEqual(["opened", 1]);
  });

  it.each([
    ["ValidationError", undefined],
    ["ValidationError", "merge" as never],
  ])("ends with %s without a usable callback: %s", async (code, callback) => {
    const { scene, opened } = await begin();
    await expect(scene.client.openMessageInDiscord(100n, callback)).rejects.toMatchObject({ code });
    expect(opened).toEqual([]);
  });

  it("ends by its signal and with the client; a later release opens nothing", async () => {
    const { scene, opened } = await begin();
    const abort = new AbortController();
    const aborted = open(scene, { signal: abort.signal });
    const destroyed = open(scene);
    await scene.turn();
    abort.abort();
    await scene.turn();
    scene.client.destroy();
    await scene.turn();
    scene.client.provisionalUserMergeCompleted(true);
    await scene.turn();
    expect([aborted.end, destroyed.end, opened]).toEqual(["Aborted", "ClientDestroyed", []]);
  });

  it("needs a boolean", async () => {
    const { scene } = await begin();
    expect(() => scene.client.provisionalUserMergeCompleted("yes" as never)).toThrow(
      "success: expected a boolean, received string",
    );
  });
});
