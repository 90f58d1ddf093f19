// The TypeScript declaration of phases.def.
import { docComment, GENERATED } from "./comment.mjs";
import { readTable, unquoted } from "./table.mjs";

function member({ name, doc, args }) {
  if (name !== "PHASE" || args.length !== 2)
    throw new Error(`Expected PHASE with 2 arguments but found ${name} with ${args.length}`);
  return `${docComment(doc)}| "${unquoted(args[1])}"`;
}

/** @param {string} phases text of phases.def */
export function phasesDeclaration(phases) {
  return `${GENERATED("phases.def")}
/** A step of joining a call or of recovering it, as the voice gateway's machine names it. */
export type GatewayPhase =
${readTable(phases).map(member).join("\n")};
`;
}
