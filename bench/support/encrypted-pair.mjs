// The other member of an encrypted call of two, and the delivery service for it: enough to let a client in.
import { generateKeyPairSync } from "node:crypto";
import davey from "@snazzah/davey";
import { encodeDaveAppend, encodeServerBinaryFrame, VoiceOpcode } from "sdkpp/wire";
import { ExternalSender, groupIdOf } from "../../platform/dist/dave/index.js";

const OTHER = "9000000";
const TRANSITION = 1;

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const sender = new ExternalSender(privateKey);

export class EncryptedPair {
  #userId;
  #channelId;
  #socket;
  #seq = 0;

  constructor(socket, userId, channelId) {
    this.#socket = socket;
    this.#userId = userId;
    this.#channelId = channelId;
  }

  /** Behind op 4. */
  begin() {
    this.#say(VoiceOpcode.ClientsConnect, { user_ids: [OTHER] });
    this.#sayBinary(VoiceOpcode.MlsExternalSender, sender.bytes);
  }

  /** Op 26: the other one founds the group and adds the client. */
  keyPackage(bytes) {
    const session = new davey.DAVESession(1, OTHER, this.#channelId);
    session.setExternalSender(Buffer.from(sender.bytes));
    const name = { groupId: groupIdOf(this.#channelId), epoch: 0n };
    const add = encodeDaveAppend([sender.propose(name, { kind: "add", keyPackage: bytes }).bytes]);
    const { welcome } = session.processProposals(add[0], Buffer.from(add.subarray(1)), [this.#userId]);
    this.#sayBinary(VoiceOpcode.MlsWelcome, Buffer.concat([Buffer.from([0, TRANSITION]), welcome]));
  }

  /** Op 23. */
  ready() {
    this.#say(VoiceOpcode.DaveExecuteTransition, { transition_id: TRANSITION });
  }

  #say(op, d) {
    this.#socket.send(JSON.stringify({ op, d, seq: ++this.#seq }));
  }

  #sayBinary(op, payload) {
    this.#socket.send(encodeServerBinaryFrame({ seq: ++this.#seq, op, payload }));
  }
}
