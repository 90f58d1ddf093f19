#!/usr/bin/env node
import { runProgram } from "@sdkpp/platform/program";
import { performCommand } from "../commands/perform.js";
import { seededPeople } from "./people.js";

await runProgram({
  name: "sdkpp-test",
  about: "Social game platform on loopback with people who talk, click and listen, for tests in any language",
  start: { name: "serve", about: "start a platform with people and print its addresses" },
  extension: seededPeople,
  people: performCommand,
});
