#!/bin/sh
# People who speak and listen, from a shell. Run it with: npx sdkpp-test exec -- sh voice.sh hello.wav
set -eu

sdkpp_test() { npx sdkpp-test "$@"; }
hello=$1

ada=$(sdkpp_test actors state --actor ada | sed -n 's/^id: //p')
sdkpp_test actors state --actor cyd > /dev/null

# Ada speaks in the call of a lobby, and Ben hears the file.
sdkpp_test heard ada --as ben --lobby match-42 --within 0 || true
sdkpp_test speak "$hello" --as ada --lobby match-42
sdkpp_test heard ada --as ben --of "$hello" --estoi 0.7

# The connection is cut, and comes back.
sdkpp_test voice close --user-id "$ada" --how reset
sdkpp_test speak "$hello" --as ada
sdkpp_test heard ada --as ben --of "$hello" --estoi 0.7 --within 15000

# Three days pass, and a snapshot puts everything back.
sdkpp_test snapshots save --name today
sdkpp_test clock advance --ms 259200000
sdkpp_test users create --username latecomer > /dev/null
sdkpp_test snapshots load --name today
if sdkpp_test users list | grep latecomer; then exit 1; fi
sdkpp_test speak "$hello" --as ada
sdkpp_test heard ada --as ben --of "$hello" --estoi 0.7 --within 15000
