import { describe, expect, it } from "vitest";
import {
  type AllowedMentions,
  type Callable,
  mentionsIn,
} from "../../../platform/domain/rules/posting/mentions.js";

const callable: Callable = {
  roleIds: ["50", "51"],
  mayCallEveryone: true,
  isUser: (id) => Number(id) < 10,
  answeredId: "9",
};
const TEXT = "<@1> <@!2> <@1> <@99> <@&50> <@&59> @everyone";

describe("the mentions of a message", () => {
  it.each<[string, AllowedMentions | undefined, string[], string[], boolean]>([
    ["all named users and the answered one", undefined, ["1", "2", "9"], ["50"], true],
    ["none, when nothing is allowed", { parse: [] }, [], [], false],
    ["none, when the allowed mentions are empty", {}, [], [], false],
    ["all users", { parse: ["users"] }, ["1", "2"], [], false],
    ["all roles", { parse: ["roles"] }, [], ["50"], false],
    ["everyone", { parse: ["everyone"] }, [], [], true],
    ["one user of several", { users: ["2", 7] }, ["2"], [], false],
    ["no role that is not listed", { roles: ["51"] }, [], [], false],
    ["the listed role", { roles: [50] }, [], ["50"], false],
    ["the answered user, when allowed", { parse: [], replied_user: true }, ["9"], [], false],
  ])("%s", (_claim, allowed, userIds, roleIds, everyone) => {
    expect(mentionsIn(TEXT, allowed, callable)).toEqual({ userIds, roleIds, everyone });
  });

  it("exclude roles and everyone without permission", () => {
    const quiet = { ...callable, roleIds: [], mayCallEveryone: false, answeredId: undefined };
    expect(mentionsIn(TEXT, { parse: ["everyone", "roles"] }, quiet)).toEqual({
      userIds: [],
      roleIds: [],
      everyone: false,
    });
  });

  it("treat @here as everyone, but not an e-mail address", () => {
    expect(mentionsIn("@here", undefined, callable).everyone).toBe(true);
    expect(mentionsIn("@everyonesfriend", undefined, callable).everyone).toBe(false);
  });
});
