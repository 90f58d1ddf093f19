import { ipcRenderer } from "electron";
import { exposeSdkpp } from "@sdkpp/electron/preload";

exposeSdkpp({ ipcRenderer });
