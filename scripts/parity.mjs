// Compares the member list with what the package really exports and writes docs/parity.md. Prints "N of M".
// Then runs the unit tests of the facade with a witness in front of every member, and fails when no test calls one.
//   --check           only fails when the committed page differs
//   --falsify N       runs all tests with witnesses, then lets N sampled members answer falsely, one at a time, and
//                     runs the tests that call them; writes docs/falsification.md. N may also be names of members,
//                     separated by commas
//   --seed S          of the sample; 1 unless given
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { calledBy, uncalled } from "./parity/called.mjs";
import { falsify } from "./parity/falsify.mjs";
import { root } from "./parity/members.mjs";
import { page, present, total } from "./parity/page.mjs";
import { withoutEffect } from "./parity/without-effect.mjs";

const { values } = parseArgs({
  options: {
    check: { type: "boolean" },
    falsify: { type: "string" },
    seed: { type: "string" },
  },
});

/** @returns whether all is well */
function act() {
  if (values.falsify !== undefined) return falsify(values.falsify, Number(values.seed ?? 1));
  const target = path.join(root, "docs/parity.md");
  if (!values.check) fs.writeFileSync(target, page);
  else if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== page) {
    console.error("docs/parity.md is out of date; run: npm run parity");
    return false;
  }
  console.log(`${present} of ${total}, ${withoutEffect} of them without effect`);
  return values.check === true || report(uncalled(calledBy("test/unit/sdk")));
}

function report(names) {
  if (names.length === 0) console.log("every present member is called by a test");
  else console.error(`no test calls: ${names.join(", ")}`);
  return names.length === 0;
}

process.exitCode = act() ? 0 : 1;
