import { describe, expect, it } from "vitest";
import { feedScene, userOf } from "./page-scene.js";

describe("what a page is told", () => {
  it("is a snapshot in pieces of at most 64 KB, with the version at its end", () => {
    const { records, begin } = feedScene();
    for (let id = 1; id <= 5000; id += 1) records.put("users", userOf(String(id)));
    const pieces = begin();
    expect(pieces.flatMap(({ changes }) => changes.map(([, key]) => Number(key)))).toEqual(
      Array.from({ length: 5000 }, (_, at) => at + 1),
    );
    expect(pieces.map(({ piece }) => piece)).toEqual(pieces.map((_, at) => at));
    expect(pieces.map(({ version }) => version)).toEqual([...pieces.slice(1).map(() => undefined), 1]);
    for (const one of pieces) expect(2 * JSON.stringify(one.changes).length).toBeLessThanOrEqual(65_536);
    expect(pieces.length).toBeLessThan(60);
  });

  it("is nothing before the page has asked, and frames of what changed behind that", () => {
    const { records, feed, clock, posted, frames, begin } = feedScene();
    records.put("users", userOf("1"));
    feed.event("messageDeleted", ["1", "2"]);
    clock.advance(1000);
    expect(posted).toEqual([]);
    begin();
    records.put("users", userOf("2"));
    records.remove("users", "1");
    clock.advance(0);
    expect(frames()).toEqual([
      {
        type: "frame",
        version: 2,
        events: [],
        changes: [
          ["users", "2", userOf("2")],
          ["users", "1", null],
        ],
      },
    ]);
  });

  it("waits until the page has drawn, and joins what changes meanwhile", () => {
    const { records, feed, clock, frames, begin } = feedScene();
    begin(1);
    records.put("users", userOf("1", "a"));
    clock.advance(0);
    expect(frames()).toHaveLength(1);
    for (const name of ["b", "c", "d"]) records.put("users", userOf("1", name));
    clock.advance(10_000);
    expect(frames()).toEqual([]);
    feed.drawn(1, 1); // an old one
    clock.advance(1000);
    expect(frames()).toEqual([]);
    feed.drawn(2, 1);
    clock.advance(0);
    expect(frames().map(({ changes }) => changes)).toEqual([[["users", "1", userOf("1", "d")]]]);
  });

  it("is one frame in 16 ms at most, with all that has changed by then", () => {
    const { records, clock, frames, begin } = feedScene();
    begin();
    const perStep: string[][] = [];
    for (let ms = 0; ms < 40; ms += 1) {
      records.put("users", userOf("1", String(ms)));
      clock.advance(ms === 0 ? 0 : 1);
      for (const { changes } of frames())
        perStep.push([String(ms), (changes[0]![2] as { displayName: string }).displayName]);
    }
    expect(perStep).toEqual([
      ["0", "0"],
      ["16", "16"],
      ["32", "32"],
    ]);
  });

  it("is never further ahead than the page takes", () => {
    const { records, feed, clock, frames, begin } = feedScene();
    begin();
    const versions = (): number[] => {
      for (let ms = 0; ms < 1000; ms += 1) {
        records.put("users", userOf("1", String(clock.now())));
        clock.advance(1);
      }
      return frames().map(({ version }) => version);
    };
    expect(versions()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    feed.drawn(5, 8);
    expect(versions()).toEqual([10, 11, 12, 13]);
    feed.drawn(12, 8);
    expect(versions()).toEqual([14, 15, 16, 17, 18, 19, 20]);
  });

  it("is a frame for each answer while the page is hidden, however many it took before", () => {
    const { records, feed, clock, frames, begin } = feedScene();
    begin();
    const change = (name: string): number[] => {
      records.put("users", userOf("1", name));
      clock.advance(100);
      return frames().map(({ version }) => version);
    };
    expect([change("a"), change("b"), change("c")]).toEqual([[2], [3], [4]]);
    feed.drawn(2, 1); // hidden, with two frames under way
    expect(change("d")).toEqual([]);
    feed.drawn(4, 1);
    clock.advance(0);
    expect(frames().map(({ version }) => version)).toEqual([5]);
    expect([change("e"), change("f")]).toEqual([[], []]);
    feed.drawn(5, 8); // seen again
    expect([change("g"), change("h")]).toEqual([[6], [7]]);
  });

  it("is no more for a page that says that it has drawn what was never sent, nor for one that says it without an end", () => {
    const { records, feed, clock, frames, begin } = feedScene();
    begin(1);
    for (let ms = 0; ms < 160; ms += 1) {
      records.put("users", userOf("1", String(ms)));
      for (const version of [3, 1000, Number.MAX_SAFE_INTEGER]) feed.drawn(version, 8);
      for (let said = 0; said < 100; said += 1) feed.drawn(1, 1);
      clock.advance(1);
    }
    expect(frames().map(({ version }) => version)).toEqual([2]);
    for (let ms = 0; ms < 159; ms += 1) {
      records.put("users", userOf("1", String(ms)));
      for (let said = 0; said < 100; said += 1) for (const version of [1, 2, 3, 4, 5]) feed.drawn(version, 8);
      clock.advance(1);
    }
    // every 16 ms, however often it speaks
    expect(frames()).toHaveLength(10);
    expect(clock.pending).toBe(1);
  });

  it("is no frame while the page waits for a snapshot, and none of its events is lost", () => {
    const { feed, clock, frames, pieces, begin } = feedScene();
    begin();
    feed.sync();
    clock.advance(0);
    // another one, behind the pause
    feed.sync();
    feed.event("messageDeleted", ["1", "2"]);
    feed.drawn(2, 8);
    clock.advance(0);
    expect(frames()).toEqual([]);
    clock.advance(250);
    const version = pieces().at(-1)!.version!;
    clock.advance(1000);
    expect(frames()).toEqual([]);
    feed.drawn(version, 8);
    clock.advance(0);
    expect(frames().map(({ events }) => events)).toEqual([[["messageDeleted", "1", "2"]]]);
  });

  it("is no frame before a snapshot is drawn, whatever the page took before it", () => {
    const { records, feed, clock, frames, pieces, begin } = feedScene();
    begin();
    feed.sync();
    clock.advance(0);
    const version = pieces().at(-1)!.version!;
    records.put("users", userOf("1"));
    clock.advance(1000);
    feed.drawn(1, 8); // late
    clock.advance(1000);
    expect(frames()).toEqual([]);
    feed.drawn(version, 8);
    clock.advance(0);
    expect(frames()).toHaveLength(1);
  });

  it("has no change twice: a snapshot has all of them already", () => {
    const { records, feed, clock, posted, begin } = feedScene();
    begin();
    records.put("users", userOf("1"));
    clock.advance(0);
    records.put("users", userOf("2"));
    posted.splice(0);
    begin();
    clock.advance(1000);
    expect(posted).toEqual([]);
    feed.end();
  });

  it("says nothing when a record is put as it is", () => {
    const { records, clock, posted, begin } = feedScene();
    records.put("users", userOf("1"));
    begin();
    records.put("users", userOf("1"));
    clock.advance(100);
    expect(posted).toEqual([]);
  });

  it("has nothing that the allow-list does not name: no part, no event, no level, no microphone", () => {
    const { records, feed, levels, microphone, clock, posted, begin } = feedScene(["relationships"]);
    records.put("users", userOf("1"));
    expect(begin().flatMap(({ changes }) => changes)).toEqual([]);
    records.put("users", userOf("2"));
    feed.event("messageDeleted", ["1", "2"]);
    feed.watchLevels(true);
    feed.watchMicrophone(true);
    expect([levels.listener, microphone.listener]).toEqual([undefined, undefined]);
    clock.advance(1000);
    expect(posted).toEqual([]);
  });

  it("tells the order of levels once, and again when it is another one", () => {
    const { feed, levels, clock, frames, begin } = feedScene();
    begin();
    feed.watchLevels(true);
    const next = () => {
      levels.listener!();
      clock.advance(16);
      const [frame] = frames();
      return { order: frame!.order, levels: [...frame!.levels!] };
    };
    expect(next()).toEqual({ order: ["1/2"], levels: [-20] });
    levels.loudness = [-10];
    expect(next()).toEqual({ order: undefined, levels: [-10] });
    levels.order = ["1/3"];
    expect(next()).toEqual({ order: ["1/3"], levels: [-10] });
    feed.watchLevels(false);
    expect(levels.listener).toBeUndefined();
  });

  it("tells the newest of the microphone, until the page looks away", () => {
    const { feed, microphone, clock, frames, begin } = feedScene(["microphone"]);
    begin();
    feed.watchMicrophone(true);
    feed.watchMicrophone(true);
    microphone.listener!();
    microphone.report = { dbfs: -12, problem: "lost" };
    microphone.listener!();
    clock.advance(0);
    expect(frames().map((one) => one.microphone)).toEqual([{ dbfs: -12, problem: "lost" }]);
    feed.watchMicrophone(false);
    expect(microphone.listener).toBeUndefined();
    feed.watchMicrophone(true);
    feed.end();
    expect(microphone.listener).toBeUndefined();
  });

  it("costs a page that asks without an end no more than a snapshot in 250 ms", () => {
    const { feed, clock, pieces } = feedScene();
    for (let asked = 0; asked <= 1000; asked += 1) {
      feed.sync();
      clock.advance(1);
    }
    expect(pieces().length).toBe(5);
  });

  it("keeps the newest 1,000 events of a page that does not draw", () => {
    const { feed, clock, frames, begin } = feedScene();
    begin(1);
    feed.event("messageDeleted", ["first", "c"]);
    clock.advance(0);
    const [frame] = frames();
    for (let id = 0; id < 1500; id += 1) feed.event("messageDeleted", [String(id), "c"]);
    clock.advance(1000);
    feed.drawn(frame!.version, 1);
    clock.advance(0);
    const { events } = frames()[0]!;
    expect([events.length, events[0]![1], events.at(-1)![1]]).toEqual([1000, "500", "1499"]);
  });

  it("leaves the rest of very many changes to the next frame", () => {
    const { records, clock, frames, begin } = feedScene();
    begin();
    for (let id = 1; id <= 1000; id += 1) records.put("users", userOf(String(id)));
    const seen = new Set<string>();
    for (let turn = 0; turn < 20 && seen.size < 1000; turn += 1) {
      clock.advance(16);
      for (const { changes } of frames()) {
        expect(2 * JSON.stringify(changes).length).toBeLessThanOrEqual(65_536);
        for (const [, key] of changes) seen.add(key);
      }
    }
    expect(seen.size).toBe(1000);
  });

  it("ends: it follows nobody, and posts nothing any more", () => {
    const { records, feed, clock, levels, posted, begin } = feedScene();
    begin();
    feed.watchLevels(true);
    records.put("users", userOf("1"));
    feed.end();
    clock.advance(1000);
    expect([posted, levels.listener, records.followerCount]).toEqual([[], undefined, 0]);
  });
});
