/** State of a main gateway session. */
export type GatewayState =
  /** nothing is wanted */
  | "idle"
  /** the gateway's address is being asked for over HTTP */
  | "locating"
  | "opening"
  /** open, waiting for Hello */
  | "greeting"
  | "identifying"
  | "resuming"
  | "live"
  /** received "invalid session"; pauses before the next try on the same socket */
  | "pausing"
  /** lost; a pause before the next socket */
  | "backingOff"
  /** disconnect asked for, the socket's end awaited */
  | "closing"
  /** as `closing`, and connect was called meanwhile */
  | "closingToReturn";

/** Inputs of the machine. Close codes and "invalid session" are sorted before the table is asked. */
export type GatewayInput =
  | "connect"
  | "disconnect"
  | "located"
  | "locateFailed"
  | "opened"
  | "lostResumable"
  | "lostSession"
  | "lostForGood"
  | "hello"
  | "ready"
  /** READY without a user or a session id */
  | "malformedReady"
  | "resumed"
  | "dispatch"
  | "reconnect"
  | "invalidResumable"
  | "invalidSession"
  | "zombie"
  /** the time that the state may take is over */
  | "timeout"
  | "reset";

/** Conditions of a transition beside state and input. The first transition whose guard holds is taken. */
export type GatewayGuard =
  /** READY gave a session, nothing ended it since, and the last three resumes were not all cut without an answer */
  | "mayResume"
  /** the resume was rejected with 4004 after `replaceToken`: the platform may still know the old token only */
  | "refusedNewToken";

export type GatewayAction =
  | "locate"
  | "open"
  | "startBeat"
  | "identify"
  | "resume"
  | "keepSession"
  | "forgetSession"
  | "deliver"
  | "close"
  | "abandon"
  | "pause"
  | "backOff"
  | "retryNow"
  | "enterLive"
  | "reportConnecting"
  | "reportOpening"
  | "reportOpened"
  | "reportOpenFailed"
  | "reportCanceled"
  | "reportDisconnecting"
  | "reportDisconnected"
  | "reportTerminal"
  | "reportReconnecting";

export interface GatewayTransition {
  /** always, unless given */
  readonly guard?: GatewayGuard;
  readonly next: GatewayState;
  readonly actions: readonly GatewayAction[];
}

type Transitions = readonly GatewayTransition[];
type Row = Readonly<Partial<Record<GatewayInput, Transitions>>>;

const to = (next: GatewayState, ...actions: GatewayAction[]): Transitions => [{ next, actions }];

const either = (guard: GatewayGuard, [then]: Transitions, otherwise: Transitions): Transitions => [
  ...(then === undefined ? [] : [{ ...then, guard }]),
  ...otherwise,
];

const LOST: Row = {
  lostResumable: to("backingOff", "reportReconnecting", "backOff"),
  lostSession: to("backingOff", "forgetSession", "reportReconnecting", "backOff"),
  lostForGood: to("idle", "forgetSession", "reportTerminal"),
};

const SOCKET_OPEN: Row = {
  ...LOST,
  disconnect: to("closing", "reportDisconnecting", "close"),
  reconnect: to("locating", "abandon", "reportReconnecting", "retryNow"),
  zombie: to("locating", "abandon", "reportReconnecting", "retryNow"),
  reset: to("locating", "abandon", "forgetSession", "reportReconnecting", "retryNow"),
  timeout: to("backingOff", "abandon", "reportReconnecting", "backOff"),
};

const LOGGED_IN: Row = {
  ...SOCKET_OPEN,
  invalidResumable: to("pausing", "reportReconnecting", "pause"),
  invalidSession: to("pausing", "forgetSession", "reportReconnecting", "pause"),
  dispatch: to("live", "deliver"),
};

const LOGIN_ON_HELLO = either(
  "mayResume",
  to("resuming", "startBeat", "resume"),
  to("identifying", "startBeat", "forgetSession", "identify"),
);

/** The session as a table; a pair that is absent does nothing. */
export const GATEWAY_TRANSITIONS: Readonly<Record<GatewayState, Row>> = {
  idle: { connect: to("locating", "reportConnecting", "locate") },
  locating: {
    located: to("opening", "reportOpening", "open"),
    locateFailed: to("backingOff", "reportOpenFailed", "backOff"),
    disconnect: to("idle", "forgetSession", "reportCanceled"),
  },
  opening: {
    opened: to("greeting", "reportOpened"),
    lostResumable: to("backingOff", "reportOpenFailed", "backOff"),
    lostSession: to("backingOff", "forgetSession", "reportOpenFailed", "backOff"),
    lostForGood: to("idle", "forgetSession", "reportTerminal"),
    timeout: to("backingOff", "abandon", "reportOpenFailed", "backOff"),
    disconnect: to("idle", "abandon", "forgetSession", "reportCanceled"),
  },
  greeting: { ...SOCKET_OPEN, hello: LOGIN_ON_HELLO },
  identifying: {
    ...LOGGED_IN,
    ready: to("live", "keepSession", "deliver", "enterLive"),
    malformedReady: to("backingOff", "abandon", "forgetSession", "reportReconnecting", "backOff"),
    dispatch: to("identifying", "deliver"),
  },
  resuming: {
    ...LOGGED_IN,
    resumed: to("live", "deliver", "enterLive"),
    dispatch: to("resuming", "deliver"),
    lostForGood: either(
      "refusedNewToken",
      to("backingOff", "forgetSession", "reportReconnecting", "backOff"),
      to("idle", "forgetSession", "reportTerminal"),
    ),
  },
  live: { ...LOGGED_IN, ready: to("live", "deliver"), resumed: to("live", "deliver") },
  pausing: {
    ...SOCKET_OPEN,
    timeout: either("mayResume", to("resuming", "resume"), to("identifying", "forgetSession", "identify")),
  },
  backingOff: {
    timeout: to("locating", "locate"),
    disconnect: to("idle", "forgetSession", "reportCanceled"),
  },
  closing: {
    connect: to("closingToReturn"),
    lostResumable: to("idle", "forgetSession", "reportDisconnected"),
    lostSession: to("idle", "forgetSession", "reportDisconnected"),
    lostForGood: to("idle", "forgetSession", "reportDisconnected"),
    timeout: to("idle", "abandon", "forgetSession", "reportDisconnected"),
  },
  closingToReturn: {
    disconnect: to("closing"),
    lostResumable: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    lostSession: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    lostForGood: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    timeout: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
  },
};
