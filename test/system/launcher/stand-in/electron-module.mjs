// What `import "electron"` gives the launcher's main: the stand-in of the test.
export const { app, BrowserWindow, MessageChannelMain, net, protocol, safeStorage, shell, utilityProcess } =
  globalThis.electronStandIn;
