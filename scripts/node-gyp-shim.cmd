@node "%~dp0node-gyp-shim.mjs" %*
