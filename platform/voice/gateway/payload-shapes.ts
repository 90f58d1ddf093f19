import { Type } from "typebox";
import { Id, reader } from "../../json/reader.js";

export { readFrame } from "../../json/reader.js";

const Text = Type.String({ maxLength: 256 });

const Identify = Type.Object({
  server_id: Id,
  user_id: Id,
  session_id: Text,
  token: Text,
  max_dave_protocol_version: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  channel_id: Type.Optional(Type.Union([Id, Type.Null()])),
});

const Resume = Type.Object({
  server_id: Id,
  session_id: Text,
  token: Text,
  seq_ack: Type.Optional(Type.Union([Type.Integer({ minimum: -1, maximum: 0xffff }), Type.Null()])),
});

const SelectProtocol = Type.Object({
  protocol: Text,
  data: Type.Object({
    address: Type.String({ maxLength: 63 }),
    port: Type.Integer({ minimum: 0, maximum: 0xffff }),
    mode: Text,
  }),
});

const Speaking = Type.Object({ speaking: Type.Union([Type.Integer({ minimum: 0 }), Type.Boolean()]) });

const HeartbeatTime = Type.Union([Type.Number(), Type.String({ maxLength: 32 }), Type.Null()]);
const Heartbeat = Type.Object({
  t: HeartbeatTime,
  seq_ack: Type.Optional(Type.Union([Type.Integer({ minimum: -1, maximum: 0xffff }), Type.Null()])),
});

const TransitionId = Type.Integer({ minimum: 0, maximum: 0xffff });
const Transition = Type.Object({ transition_id: TransitionId });
/** One known library sends a list instead of an object. */
const TransitionAsList = Type.Tuple([Type.Literal("transition_id"), TransitionId]);

const Relayed = Type.Record(Type.String(), Type.Unknown());

export const readIdentify = reader(Identify);
export const readResume = reader(Resume);
export const readSelectProtocol = reader(SelectProtocol);
export const readSpeaking = reader(Speaking);
export const readHeartbeat = reader(Heartbeat);
export const readFlatHeartbeat = reader(HeartbeatTime);
export const readTransition = reader(Type.Union([Transition, TransitionAsList]));
export const readRelayed = reader(Relayed);
