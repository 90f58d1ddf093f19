/** Status of a client's connection. @mirrors Client::Status */
export const ClientStatus = {
  Disconnected: 0,
  Connecting: 1,
  Connected: 2,
  Ready: 3,
  Reconnecting: 4,
  Disconnecting: 5,
  HttpWait: 6,
} as const;
export type ClientStatus = (typeof ClientStatus)[keyof typeof ClientStatus];

/** Why a connection ended. @mirrors Client::Error */
export const ClientError = {
  None: 0,
  ConnectionFailed: 1,
  UnexpectedClose: 2,
  ConnectionCanceled: 3,
} as const;
export type ClientError = (typeof ClientError)[keyof typeof ClientError];

/** Threads whose priority can be set. @mirrors Client::Thread */
export const ClientThread = { Client: 0, Voice: 1, Network: 2 } as const;
export type ClientThread = (typeof ClientThread)[keyof typeof ClientThread];
