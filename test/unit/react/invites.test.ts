// The list that useInvites shows, from a mirror.
import { ActivityActionTypes } from "sdkpp/enums";
import type { ApplicationId, ChannelId, InviteRecord, MessageId, UserId } from "sdkpp/surface";
import { expect, it } from "vitest";
import type { Change } from "../../../packages/electron/bridge/messages.js";
import { Mirror } from "../../../packages/electron/renderer/mirror.js";
import { invitesOf } from "../../../packages/react/invites/invites-of.js";
import { ListSource } from "../../../packages/react/store/list-source.js";

function recordOf(messageId: string): InviteRecord {
  return {
    senderId: "7" as UserId,
    channelId: "7" as ChannelId,
    messageId: messageId as MessageId,
    type: ActivityActionTypes.Join,
    applicationId: "1" as ApplicationId,
    parentApplicationId: "0" as ApplicationId,
    partyId: "party",
    sessionId: "session",
    valid: true,
  };
}
const put = (messageId: string): Change => ["invites", messageId, recordOf(messageId)];

it("lists the invites of the state, the oldest first, and changes with them only", () => {
  const mirror = new Mirror();
  const source = new ListSource(mirror, "invites", invitesOf);
  const read = (): string[] => source.read().map(({ messageId }) => messageId);
  let changes = 0;
  const stop = source.watch(() => (changes += 1));
  expect(read()).toEqual([]);
  mirror.take([put("100"), put("99")], true, true);
  expect([read(), changes]).toEqual([["99", "100"], 1]);
  const before = source.read();
  mirror.apply([put("98")]);
  expect(read()).toEqual(["98", "99", "100"]);
  expect(source.read()[1]).toBe(before[0]);
  mirror.apply([["invites", "99", null]]);
  expect(read()).toEqual(["98", "100"]);
  const same = source.read();
  mirror.apply([put("98")]);
  expect(source.read()).toBe(same);
  stop();
  mirror.apply([["invites", "98", null]]);
  expect(changes).toBe(4);
});
