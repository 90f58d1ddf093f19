import * as electron from "electron";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installLaunch, startSocial } from "@sdkpp/electron/main";
import { GROUPS } from "sdkpp/surface";

const { app, BrowserWindow, net, protocol } = electron;
const { DEV, MAIN_VITE_WEB_BASE: webBase, MAIN_VITE_API_BASE: apiBase } = import.meta.env;
const origin = (DEV && process.env["ELECTRON_RENDERER_URL"]) || "app://launcher";
const pages = path.join(import.meta.dirname, "../renderer");

protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
const launches = installLaunch(app, { onSecondInstance: () => BrowserWindow.getAllWindows()[0]?.focus() });
if (launches.isFirst) void app.whenReady().then(start);

async function start(): Promise<void> {
  protocol.handle("app", ({ url }) => {
    const file = path.join(pages, decodeURIComponent(new URL(url).pathname));
    const isPage = file.startsWith(pages + path.sep);
    return isPage ? net.fetch(pathToFileURL(file).href) : new Response(null, { status: 404 });
  });
  const tokenFile = path.join(app.getPath("userData"), "player");
  const applicationId = import.meta.env.MAIN_VITE_APPLICATION_ID;
  const social = startSocial({ electron, webBase, apiBase, applicationId, tokenFile });
  launches.deliverTo(social);
  const preload = path.join(import.meta.dirname, "../preload/index.cjs");
  const window = new BrowserWindow({ width: 1100, height: 760, webPreferences: { preload } });
  window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  social.attachWindow(window, { allow: Object.values(GROUPS).flat(), origins: [origin] });
  app.on("window-all-closed", () => app.quit());
  await window.loadURL(`${origin}/index.html`);
}
