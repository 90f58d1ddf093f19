/**
 * - `clear`: E2EE is off because a member does not support it
 * - `gathering`: there is no group yet; every pending member could found it
 * - `settled`: there is a group, and no change is in progress
 * - `proposed`: members were sent proposals and are expected to commit
 * - `changing`: a commit is announced and not executed yet
 * - `downgrading`: the end of E2EE is announced and not executed yet
 */
export type RoomPhase = "clear" | "gathering" | "settled" | "proposed" | "changing" | "downgrading";

/** Conditions of the room; the first one in the phase's row that holds triggers its transition. */
export type RoomEvent =
  | "capable"
  | "mixed"
  | "unaware"
  | "alone"
  | "stuck"
  | "stale"
  | "incomplete"
  | "outdated"
  | "committed"
  | "spared"
  | "ignored"
  | "unanswered"
  | "complete";

export type RoomAction =
  | "prepareEpoch"
  | "prepareDowngrade"
  | "announce"
  | "takeSpare"
  | "findFault"
  | "execute"
  | "forget"
  | "revoke"
  | "revokeEach"
  | "distribute"
  | "propose"
  | "restart"
  | "executeAlone";

export interface RoomTransition {
  readonly next: RoomPhase;
  readonly actions: readonly RoomAction[];
}

/** The life cycle of one group; absent events are ignored in that phase. Drawn in docs/protocol/dave-room.md. */
export const ROOM_TRANSITIONS: Record<RoomPhase, Partial<Record<RoomEvent, RoomTransition>>> = {
  clear: {
    alone: { next: "gathering", actions: ["prepareEpoch", "executeAlone"] },
    capable: { next: "gathering", actions: ["prepareEpoch"] },
  },
  gathering: {
    unaware: { next: "clear", actions: [] },
    mixed: { next: "downgrading", actions: ["prepareDowngrade"] },
    committed: { next: "changing", actions: ["announce"] },
    stale: { next: "gathering", actions: ["revoke", "distribute"] },
    incomplete: { next: "gathering", actions: ["distribute"] },
    spared: { next: "changing", actions: ["takeSpare", "announce"] },
    ignored: { next: "gathering", actions: ["findFault", "revokeEach"] },
    unanswered: { next: "gathering", actions: ["restart"] },
  },
  settled: {
    mixed: { next: "downgrading", actions: ["prepareDowngrade"] },
    alone: { next: "gathering", actions: ["restart", "executeAlone"] },
    stuck: { next: "gathering", actions: ["restart"] },
    outdated: { next: "proposed", actions: ["propose"] },
  },
  proposed: {
    mixed: { next: "downgrading", actions: ["prepareDowngrade"] },
    alone: { next: "gathering", actions: ["restart", "executeAlone"] },
    stuck: { next: "gathering", actions: ["restart"] },
    committed: { next: "changing", actions: ["announce"] },
    spared: { next: "changing", actions: ["takeSpare", "announce"] },
    ignored: { next: "settled", actions: ["findFault", "revokeEach"] },
    unanswered: { next: "gathering", actions: ["restart"] },
  },
  changing: {
    complete: { next: "settled", actions: ["execute"] },
  },
  downgrading: {
    complete: { next: "clear", actions: ["execute", "forget"] },
  },
};
