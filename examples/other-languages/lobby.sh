#!/bin/sh
# A lobby whose member writes, from a shell. Run it with: npx @sdkpp/platform exec -- sh lobby.sh
set -eu

sdkpp_platform() { npx @sdkpp/platform "$@"; }
id_of() { sed -n 's/^id: //p'; }

ada=$(sdkpp_platform users create --username shell-ada | id_of)
ben=$(sdkpp_platform users create --username shell-ben | id_of)
sdkpp_platform users make-friends --left "$ada" --right "$ben"
lobby=$(sdkpp_platform lobbies create --application-id "$SDKPP_APPLICATION_ID" --secret match-42 \
  --member-ids "$ada" "$ben" | id_of)
token=$(sdkpp_platform tokens issue --application-id "$SDKPP_APPLICATION_ID" --user-id "$ada" \
  --scope "openid sdk.social_layer" | sed -n 's/^access_token: //p')

write() {
  curl --silent --fail --show-error --output /dev/null --header "Authorization: Bearer $token" \
    --header "Content-Type: application/json" --data '{"content": "ready?"}' \
    "$SDKPP_API_BASE/v10/lobbies/$lobby/messages"
}

sdkpp_platform lobbies get --lobby-id "$lobby"
write
# The token is valid for a week.
sdkpp_platform clock advance --ms 691200000
! write
