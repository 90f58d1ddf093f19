import { VoiceOpcode } from "sdkpp/wire";
import { describe, expect, it } from "vitest";
import type { DaveyMember } from "../../support/davey-member.js";
import {
  ADA,
  BEN,
  CEM,
  DOT,
  call,
  join,
  proposals,
  Mute,
  keyPackageOf,
  without,
  corrupt,
  expectHealthy,
} from "./support-dave-room.js";

describe("failures", () => {
  it("a corrupted commit to one member costs one failure and two epochs", () => {
    const scene = call(ADA, BEN, CEM);
    let isDone = false;
    scene.toClient = (userId, message) => {
      if (isDone || userId !== BEN || message.op !== VoiceOpcode.MlsAnnounceCommit) return [message];
      isDone = true;
      return [corrupt(message, 40)];
    };
    join(scene, DOT);
    scene.advance(1000);
    expect(scene.counters).toMatchObject({
      failures: 1,
      epochs: 3,
      restarts: 0,
      excludedCommitters: 0,
      asked: 0,
    });
    expectHealthy(scene);
    expect(proposals(scene, ADA)).toEqual(["append add", "append remove add"]);
  });

  it("a second consecutive failure, which the client does not report, is noticed within two seconds", () => {
    const scene = call(ADA, BEN, CEM);
    scene.toClient = (userId, message) => {
      const isBad = message.op === VoiceOpcode.MlsAnnounceCommit || message.op === VoiceOpcode.MlsWelcome;
      return userId === BEN && isBad ? [corrupt(message, 40)] : [message];
    };
    join(scene, DOT);
    scene.advance(500);
    expect(scene.client<DaveyMember>(BEN).failures).toBe(1);
    scene.toClient = (_userId, message) => [message];
    scene.advance(2100);
    expect(scene.counters.asked).toBe(1);
    expectHealthy(scene);
  });

  it("a member that fails repeatedly is added at growing intervals", () => {
    const scene = call(ADA, BEN);
    const { room } = scene;
    scene.join(new Mute(CEM));
    scene.act(() => void room.keyPackage(scene.now, CEM, keyPackageOf(CEM)));
    for (let round = 0; round < 6; round += 1) {
      scene.act(() => room.invalid(scene.now, CEM, 1));
      scene.act(() => void room.keyPackage(scene.now, CEM, keyPackageOf(CEM)));
      scene.advance(2500);
    }
    expect(scene.counters.failures).toBe(6);
    expect(scene.counters.braked).toBeGreaterThanOrEqual(4);
    expect(scene.exceptions).toEqual([]);
  });

  it("a liar whose commits two members reject may not commit any more, and the call continues", () => {
    const scene = call(ADA, BEN, CEM);
    // a commit that only its author accepts: the tag at its end is wrong
    scene.toService = (from, message) =>
      message.op !== VoiceOpcode.MlsCommitWelcome || from === ADA ? [message] : [];
    scene.toClient = (userId, message) =>
      userId !== ADA && message.op === VoiceOpcode.MlsAnnounceCommit ? [corrupt(message, 40)] : [message];
    join(scene, DOT);
    scene.advance(10);
    expect(scene.counters.excludedCommitters).toBe(1);
    scene.toService = (_from, message) => [message];
    scene.toClient = (_userId, message) => [message];
    scene.advance(5000);
    expectHealthy(scene);
    scene.leave(DOT);
    scene.advance(100);
    expectHealthy(scene);
  });

  it.each([0, 60, 200, 400])(
    "a committer that corrupts its op 28 at byte −%i does not harm the call for long",
    (back) => {
      const scene = call(ADA, BEN, CEM);
      scene.toService = (from, message) => {
        if (message.op !== VoiceOpcode.MlsCommitWelcome) return [message];
        return from === ADA ? [corrupt(message, back)] : [];
      };
      join(scene, DOT);
      scene.advance(10);
      scene.toService = (from, message) =>
        from === ADA && message.op === VoiceOpcode.MlsCommitWelcome ? [corrupt(message, back)] : [message];
      scene.advance(20_000);
      expectHealthy(scene);
    },
  );

  it("a new group recovers when the committer and all others vanish after op 27", () => {
    const scene = call(ADA, BEN, CEM);
    join(scene, DOT);
    for (const userId of [ADA, BEN, CEM]) scene.cut(userId);
    scene.advance(6000);
    for (const userId of [ADA, BEN, CEM]) scene.resume(userId);
    scene.advance(6000);
    expect(scene.counters.restarts).toBe(1);
    expectHealthy(scene);
  });

  it("a committer that leaves right after its commit is removed again", () => {
    const scene = call(ADA, BEN, CEM);
    scene.toService = (from, message) =>
      message.op === VoiceOpcode.MlsCommitWelcome && from !== ADA ? [] : [message];
    join(scene, DOT);
    scene.advance(0);
    scene.leave(ADA);
    scene.toService = (_from, message) => [message];
    scene.advance(6000);
    expectHealthy(scene);
    expect(scene.codes).toHaveLength(3);
  });

  it("a transition does not wait for a socket that is lost during it", () => {
    const scene = call(ADA, BEN, CEM);
    without(scene, CEM, VoiceOpcode.DaveTransitionReady);
    join(scene, DOT);
    scene.advance(1);
    expect(scene.room.phase).toBe("changing");
    scene.cut(CEM);
    expect(scene.room.phase).toBe("settled");
    scene.resume(CEM);
    scene.advance(100);
    expect(scene.counters).toMatchObject({ lateTransitions: 0, failures: 0, asked: 0 });
    expectHealthy(scene);
  });
});
