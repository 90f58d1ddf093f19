/** What electron-vite reads from `.env` for main. */
interface ImportMetaEnv {
  readonly DEV: boolean;
  readonly MAIN_VITE_WEB_BASE: string;
  readonly MAIN_VITE_API_BASE: string;
  readonly MAIN_VITE_APPLICATION_ID: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
