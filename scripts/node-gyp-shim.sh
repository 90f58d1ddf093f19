#!/bin/sh
# Stands in node-gyp's place for prebuildify: the one CMake build makes the addon.
exec node "$(dirname "$0")/node-gyp-shim.mjs" "$@"
