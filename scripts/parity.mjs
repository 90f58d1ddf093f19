// Compares the member list with what the package really exports and writes docs/parity.md. Prints "N of M".
//   --check           fails when the committed page differs
//   --called          fails when a present member is called by no test (asks what the last test run wrote down)
//   --falsify N       lets N sampled members answer falsely, one at a time, and runs the tests that call them;
//                     writes docs/falsification.md. N may also be names of members, separated by commas
//   --seed S          of the sample; 1 unless given
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { uncalled } from "./parity/called.mjs";
import { falsify } from "./parity/falsify.mjs";
import { root } from "./parity/members.mjs";
import { page, present, total } from "./parity/page.mjs";
import { withoutEffect } from "./parity/without-effect.mjs";

const { values } = parseArgs({
  options: {
    check: { type: "boolean" },
    called: { type: "boolean" },
    falsify: { type: "string" },
    seed: { type: "string" },
  },
});

/** @returns whether all is well */
function act() {
  if (values.falsify !== undefined) return falsify(values.falsify, Number(values.seed ?? 1));
  if (values.called) return report(uncalled());
  const target = path.join(root, "docs/parity.md");
  if (!values.check) fs.writeFileSync(target, page);
  else if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== page) {
    console.error("docs/parity.md is out of date; run: npm run parity");
    return false;
  }
  console.log(`${present} of ${total}, ${withoutEffect} of them without effect`);
  return true;
}

function report(names) {
  if (names.length === 0) console.log("every present member is called by a test");
  else console.error(`no test calls: ${names.join(", ")}`);
  return names.length === 0;
}

process.exitCode = act() ? 0 : 1;
