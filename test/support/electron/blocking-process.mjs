// The client's process, whose event loop stands still from the launch that says so.
import "../../../packages/electron/dist/bundle/social-process.js";

process.parentPort.on("message", ({ data: { type, argv } }) => {
  if (type === "launch" && argv.includes("--block")) for (;;);
});
