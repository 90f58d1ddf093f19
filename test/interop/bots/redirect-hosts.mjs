// node --import …/redirect-hosts.mjs bot.js: hosts that SDKPP_HOSTS names, `{ "host": port }`, are this machine's. They are looked
// up like any public host first, and only then connected elsewhere, so that the program judges their addresses as ever.
import dns from "node:dns";
import net from "node:net";
import { syncBuiltinESMExports } from "node:module";

const PUBLIC = { address: "1.1.1.1", family: 4 };
const HERE = { address: "127.0.0.1", family: 4 };
const ports = new Map(Object.entries(JSON.parse(process.env["SDKPP_HOSTS"] ?? "{}")));

const { lookup } = dns;
dns.lookup = (host, options, callback = options) => {
  if (!ports.has(host)) return lookup(host, options, callback);
  return process.nextTick(answer, callback, options.all === true, PUBLIC);
};
syncBuiltinESMExports();

function answer(callback, isList, found) {
  if (isList) callback(null, [found]);
  else callback(null, found.address, found.family);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const port = ports.get(options?.host);
  if (port !== undefined) {
    options.port = port;
    options.lookup = elsewhere(options.lookup ?? dns.lookup);
  }
  return connect.apply(this, args);
};

const elsewhere = (judge) => (host, options, callback) =>
  judge(host, options, (error) => (error ? callback(error) : answer(callback, options.all === true, HERE)));
