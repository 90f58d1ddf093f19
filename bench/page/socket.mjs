// A worker of the page: a port in front, as Electron gives one to a page, and a WebSocket behind, which has no place on the page's thread.
import { fromText, toText } from "../../packages/electron/dist/bridge/socket-text.js";

addEventListener("message", ({ data: address, ports: [port] }) => {
  const socket = new WebSocket(address);
  socket.addEventListener("message", ({ data }) => port.postMessage(fromText(data)));
  socket.addEventListener("open", () => port.postMessage("open"));
  port.onmessage = ({ data }) => socket.send(toText(data));
});
