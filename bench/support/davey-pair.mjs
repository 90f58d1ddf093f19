// Two members of the independent implementation in one group.
import { generateKeyPairSync } from "node:crypto";
import davey from "@snazzah/davey";
import { encodeDaveAppend } from "sdkpp/wire";
import { ExternalSender, groupIdOf } from "../../platform/dist/dave/index.js";

const CHANNEL_ID = "5000";

/** @returns the sessions of two users in one epoch */
export function pairOfDavey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const sender = new ExternalSender(privateKey);
  const [one, other] = ["1", "2"].map((userId) => {
    const session = new davey.DAVESession(1, userId, CHANNEL_ID);
    session.setExternalSender(Buffer.from(sender.bytes));
    return session;
  });
  const name = { groupId: groupIdOf(CHANNEL_ID), epoch: 0n };
  const keyPackage = other.getSerializedKeyPackage();
  const add = encodeDaveAppend([sender.propose(name, { kind: "add", keyPackage }).bytes]);
  const { commit, welcome } = one.processProposals(add[0], Buffer.from(add.subarray(1)), ["2"]);
  one.processCommit(commit);
  other.processWelcome(welcome);
  return [one, other];
}
