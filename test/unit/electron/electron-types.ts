// No test runs this: the compiler reads it (tsconfig.check.json). Electron's own modules and objects fit the shapes that this package asks for.
import type * as Electron from "electron";
import type {
  AppPart,
  ElectronParts,
  UtilityProcessPart,
  WindowPart,
} from "../../../packages/electron/main/electron-parts.js";
import type { IpcRendererPart } from "../../../packages/electron/preload/index.js";

type Fits<Real extends Wanted, Wanted> = Real;

export type Fitting = [
  Fits<typeof Electron, ElectronParts>,
  Fits<typeof Electron.app, AppPart>,
  Fits<Electron.BrowserWindow, WindowPart>,
  Fits<Electron.UtilityProcess, UtilityProcessPart>,
  Fits<Electron.IpcRenderer, IpcRendererPart>,
];
