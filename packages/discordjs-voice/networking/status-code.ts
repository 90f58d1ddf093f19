/** How far a voice session is. */
export enum NetworkingStatusCode {
  OpeningWs = 0,
  Identifying = 1,
  UdpHandshaking = 2,
  SelectingProtocol = 3,
  Ready = 4,
  Resuming = 5,
  Closed = 6,
}
