import { describe, expect, it } from "vitest";
import { readTestTicket } from "../../../platform/openid/test-tickets.js";

describe("a test ticket", () => {
  it.each([
    ["test:ada", { subject: "ada" }],
    ["test:ada:Ada Lovelace", { subject: "ada", displayName: "Ada Lovelace" }],
    ["test:ada:Ada: the first", { subject: "ada", displayName: "Ada: the first" }],
    [
      `test:${"x".repeat(1024)}:${"y".repeat(32)}`,
      { subject: "x".repeat(1024), displayName: "y".repeat(32) },
    ],
  ])("%s names an account", (ticket, identity) => {
    expect(readTestTicket(ticket)).toEqual(identity);
  });

  it.each([
    "",
    "ada",
    "test",
    "test:",
    "test::Ada",
    "test:ada:",
    "test:ada: ",
    "Test:ada",
    " test:ada",
    `test:${"x".repeat(1025)}`,
    `test:ada:${"y".repeat(33)}`,
  ])("%j names none", (ticket) => {
    expect(readTestTicket(ticket)).toBeUndefined();
  });
});
