/** Where a main gateway session stands. */
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
  /** told "invalid session"; a pause before trying again on the same socket */
  | "pausing"
  /** lost; a pause before the next socket */
  | "backingOff"
  /** disconnect asked for, the socket's end awaited */
  | "closing"
  /** as `closing`, and connect was called meanwhile */
  | "closingToReturn";

/** What can happen to it. Close codes and "invalid session" are sorted before the table is asked. */
export type GatewayInput =
  | "connect"
  | "disconnect"
  | "located"
  | "locateFailed"
  | "opened"
  | "openFailed"
  | "lostResumable"
  | "lostSession"
  | "lostForGood"
  | "hello"
  | "ready"
  | "resumed"
  | "dispatch"
  | "reconnect"
  | "invalidResumable"
  | "invalidSession"
  | "zombie"
  | "timeout"
  | "silent"
  | "reset";

export type GatewayAction =
  | "locate"
  | "open"
  | "startBeat"
  | "login"
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
  readonly next: GatewayState | "login";
  readonly actions: readonly GatewayAction[];
}

type Row = Readonly<Partial<Record<GatewayInput, GatewayTransition>>>;

const to = (next: GatewayTransition["next"], ...actions: GatewayAction[]): GatewayTransition => ({
  next,
  actions,
});

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
  silent: to("backingOff", "abandon", "reportReconnecting", "backOff"),
};

const LOGGED_IN: Row = {
  ...SOCKET_OPEN,
  invalidResumable: to("pausing", "reportReconnecting", "pause"),
  invalidSession: to("pausing", "forgetSession", "reportReconnecting", "pause"),
  dispatch: to("live", "deliver"),
};

/**
 * The session as a table; a pair that is absent does nothing. The `login` state of two rows stands for
 * `resuming` when there is a session to resume, else `identifying`.
 */
export const GATEWAY_TRANSITIONS: Readonly<Record<GatewayState, Row>> = {
  idle: { connect: to("locating", "reportConnecting", "locate") },
  locating: {
    located: to("opening", "reportOpening", "open"),
    locateFailed: to("backingOff", "reportOpenFailed", "backOff"),
    disconnect: to("idle", "forgetSession", "reportCanceled"),
  },
  opening: {
    opened: to("greeting", "reportOpened"),
    openFailed: to("backingOff", "reportOpenFailed", "backOff"),
    lostForGood: to("idle", "forgetSession", "reportTerminal"),
    silent: to("backingOff", "abandon", "reportOpenFailed", "backOff"),
    disconnect: to("idle", "abandon", "forgetSession", "reportCanceled"),
  },
  greeting: { ...SOCKET_OPEN, hello: to("login", "startBeat", "login") },
  identifying: {
    ...LOGGED_IN,
    ready: to("live", "keepSession", "deliver", "enterLive"),
    dispatch: to("identifying", "deliver"),
  },
  resuming: {
    ...LOGGED_IN,
    resumed: to("live", "deliver", "enterLive"),
    dispatch: to("resuming", "deliver"),
  },
  live: { ...LOGGED_IN, ready: to("live", "deliver"), resumed: to("live", "deliver") },
  pausing: { ...SOCKET_OPEN, timeout: to("login", "login") },
  backingOff: {
    timeout: to("locating", "locate"),
    disconnect: to("idle", "forgetSession", "reportCanceled"),
  },
  closing: {
    connect: to("closingToReturn"),
    lostResumable: to("idle", "forgetSession", "reportDisconnected"),
    lostSession: to("idle", "forgetSession", "reportDisconnected"),
    lostForGood: to("idle", "forgetSession", "reportDisconnected"),
    silent: to("idle", "abandon", "forgetSession", "reportDisconnected"),
  },
  closingToReturn: {
    disconnect: to("closing"),
    lostResumable: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    lostSession: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    lostForGood: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
    silent: to("locating", "forgetSession", "reportDisconnected", "reportConnecting", "locate"),
  },
};
