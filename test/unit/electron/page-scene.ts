import type { Allowed } from "sdkpp/surface";
import { FRAMES_MAX } from "../../../packages/electron/bridge/frames.js";
import type { ToPage } from "../../../packages/electron/bridge/messages.js";
import type { LevelSource } from "../../../packages/electron/social/levels.js";
import type { MicrophoneSource } from "../../../packages/electron/social/microphone-watch.js";
import { PageFeed } from "../../../packages/electron/social/page-feed.js";
import { Records } from "../../../packages/electron/social/records.js";
import type { RecordOf, UserId } from "sdkpp/surface";
import { VirtualClock } from "../../support/virtual-clock.js";

export type Frame = ToPage & { type: "frame" };
export type Piece = ToPage & { type: "snapshot" };

/** A user with the least that makes one. */
export function userOf(id: string, displayName = `user ${id}`): RecordOf<"users"> {
  return {
    id: id as UserId,
    username: `u${id}`,
    displayName,
    globalName: undefined,
    avatarUrl: "",
    isProvisional: false,
    status: 0,
    gameActivity: undefined,
  };
}

/** Levels that a test sets. */
export class SetLevels implements LevelSource {
  order: readonly string[] = ["1/2"];
  loudness = [-20];
  listener: (() => void) | undefined;
  readonly values = (): Float32Array => Float32Array.from(this.loudness);
  watch(listener: () => void): () => void {
    this.listener = listener;
    return () => (this.listener = undefined);
  }
}

/** A microphone whose level a test sets. */
export class SetMicrophone implements MicrophoneSource {
  report = { dbfs: -40, problem: "" };
  listener: (() => void) | undefined;
  watch(listener: () => void): () => void {
    this.listener = listener;
    return () => (this.listener = undefined);
  }
}

/** A feed with what it has posted. */
export function feedScene(allow: readonly Allowed[] = ["users", "messageDeleted", "levels"]) {
  const clock = new VirtualClock();
  const records = new Records();
  const levels = new SetLevels();
  const microphone = new SetMicrophone();
  const posted: ToPage[] = [];
  const feed = new PageFeed({
    records,
    levels,
    microphone,
    callOf: () => undefined,
    clock,
    allow: new Set(allow),
    post: (one) => posted.push(one),
  });
  const taken = (): ToPage[] => posted.splice(0);
  const pieces = (): Piece[] => taken().filter((one): one is Piece => one.type === "snapshot");
  const frames = (): Frame[] => taken().filter((one): one is Frame => one.type === "frame");
  /** Asks for the state, and has drawn it. @param window frames that the page takes then @returns its pieces */
  const begin = (window = FRAMES_MAX): Piece[] => {
    feed.sync();
    clock.advance(250);
    const sent = pieces();
    feed.drawn(sent.at(-1)!.version!, window);
    clock.advance(0);
    return sent;
  };
  return { clock, records, levels, microphone, feed, posted, pieces, frames, begin };
}
