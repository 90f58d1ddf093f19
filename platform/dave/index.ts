/** The delivery service of end-to-end encrypted rooms. Pure: bytes and times in, messages out. */
export { DeliveryRoom } from "./delivery-room.js";
export type { DeliveryRoomParts } from "./room-state.js";
export { ExternalSender } from "./external-sender.js";
export { groupIdOf } from "./group.js";
export { Suspects } from "./blame/suspects.js";
export { TransitionIds } from "./transition.js";
export { noDaveCounters, type DaveCounters } from "./counters.js";
export type { Forwarding, ForwardingMember, RoomOutput } from "./outbox.js";
export { uncompressed } from "./p256.js";
export { isSelfSigned } from "./self-signature.js";
export type { Rejection } from "./rejection.js";
export type { RoomPhase } from "./room-transitions.js";
